/** Whether this browser is new enough: says so in its place if it is not. It is no module, and written as browsers of
 * any age read it: an old one reads none of the others, and can unpack no catalog either. */
(function enough() {
  var page = document.getElementById('page');
  var line = document.createElement('p');
  var has = [
    typeof WebAssembly,
    typeof Worker,
    typeof DecompressionStream,
    typeof HTMLDialogElement,
    typeof Object['hasOwn'],
  ];
  try {
    RegExp('(?<=a)b');
    if (has.indexOf('undefined') < 0) return;
  } catch (error) {
    // It knows no expression that looks behind itself.
  }
  line.className = 'first';
  line.setAttribute('role', 'alert');
  line.textContent = /^ja\b/i.test(navigator.language)
    ? 'このブラウザーは古いため、ゲームを動かせません。Chrome・Edge 93、Firefox 114、Safari 16.4 以降で開いてください。'
    : 'This browser is too old to play the game: ' +
      'open this page with Chrome or Edge 93, Firefox 114, Safari 16.4 or newer.';
  if (page) page.replaceChild(line, /** @type {Node} */ (page.firstChild));
})();
