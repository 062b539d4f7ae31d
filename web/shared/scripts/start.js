// Loads the scripts of a page once it has been painted, so that they do not compete with the first paint for the processor. The page
// works without them meanwhile.
const root = document.documentElement, { scripts } = document.querySelector("script[data-scripts]").dataset;

const load = async () => {
    await Promise.all(scripts.split(" ").map((script) => import(script)));
    root.dataset.ready = "";
};

// A hidden page is not painted.
if (document.hidden) load();
else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)));
