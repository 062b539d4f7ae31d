// Classic and in the head, so that it runs before the page is painted: the styles then know that a mailed link brought its secret,
// and show which fields are still needed.
if (location.hash.length > 1) document.documentElement.classList.add("has-link");
