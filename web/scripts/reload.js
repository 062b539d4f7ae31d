// Loads a page again whose content is still being made. Without scripts, the element in its head does.

setTimeout(() => location.reload(), 3000);
