// The key that lets pages change something: it comes once, after the #, and stays with this origin, port included.
if (location.hash.startsWith("#key=")) {
  localStorage.setItem("ucgsim-key", location.hash.slice(5));
  history.replaceState(history.state, "", location.pathname + location.search);
}
document.addEventListener("htmx:configRequest", event => { event.detail.headers["X-Ucgsim-Key"] = localStorage.getItem("ucgsim-key") ?? ""; });
// What htmx does not do: a question before something is deleted, and a file that is dropped on the field for a list.
document.addEventListener("click", event => {
  const button = event.target.closest("[data-ask]");
  if (button && !confirm(button.dataset.ask)) event.preventDefault();
});
// The number of copies on the cards of the search follows the deck.
document.addEventListener("htmx:afterSwap", () => {
  const copies = new Map([...document.querySelectorAll("#table input[name=number]")].map(each => [each.value, each.parentElement.querySelector("output").textContent]));
  for (const shown of document.querySelectorAll("[data-copies]")) {
    shown.textContent = copies.get(shown.dataset.copies) ?? "0";
    shown.previousElementSibling.disabled = shown.textContent === "0";
  }
});
document.addEventListener("dragover", event => { if (event.target.id === "text") event.preventDefault(); });
document.addEventListener("drop", async event => {
  const file = event.target.id === "text" && event.dataTransfer.files[0];
  if (!file) return;
  event.preventDefault();
  if (file.size <= 500000) event.target.value = await file.text();
});
// What went wrong is said above the page; it goes with the next answer that comes.
const trouble = text => {
  const line = document.getElementById("trouble");
  line.textContent = text;
  line.hidden = !text;
};
document.addEventListener("htmx:sendError", () => trouble("The studio does not answer. Is it still running? Nothing that was saved is lost; try again."));
document.addEventListener("htmx:responseError", event => {
  const said = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html").querySelector("[role=alert].wrong:not(#trouble)");
  trouble(said ? said.textContent : event.detail.xhr.responseText.slice(0, 200));
});
document.addEventListener("htmx:afterSwap", () => trouble(""));
