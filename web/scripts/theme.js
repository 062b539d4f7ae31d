// Classic and in the head, so that it runs before the page is painted: the styles then know that scripts run.
document.documentElement.classList.add("js");
