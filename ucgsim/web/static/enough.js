/** Whether this browser is new enough, and whether the page comes whole: says so in its place if not. It is no module,
 * and written as browsers of any age read it: an old one reads none of the others, and can unpack no catalog either. */
(function enough() {
  var page = document.getElementById('page');
  var isJapanese = /^ja\b/i.test(navigator.language);
  var has = [
    typeof WebAssembly,
    typeof Worker,
    typeof DecompressionStream,
    typeof HTMLDialogElement,
    typeof Object['hasOwn'],
  ];
  var broken = isJapanese
    ? 'ページの一部を読み込めませんでした。接続を確認して、もう一度読み込んでください。'
    : 'A part of this page could not be loaded: look at your connection, then load the page again.';
  var old = isJapanese
    ? 'このブラウザーは古いため、ゲームを動かせません。Chrome・Edge 93、Firefox 114、Safari 16.4 以降で開いてください。'
    : 'This browser is too old to play the game: ' +
      'open this page with Chrome or Edge 93, Firefox 114, Safari 16.4 or newer.';
  /** @param {string} text */
  function say(text) {
    var first = page && page.querySelector('.first');
    if (!first) return;
    first.setAttribute('role', 'alert');
    first.textContent = text;
  }
  try {
    RegExp('(?<=a)b');
    if (has.indexOf('undefined') < 0) {
      // A module that is missing, or does not fit the others, ends all of them: nothing else hears of it.
      addEventListener('error', say.bind(null, broken), true);
      return;
    }
  } catch (error) {
    // It knows no expression that looks behind itself.
  }
  if (page) page.className = 'old';
  say(old);
})();
