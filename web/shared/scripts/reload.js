// Reloads a page whose content is still being computed. Without scripts, the element in its head does that.

setTimeout(() => location.reload(), 3000);
