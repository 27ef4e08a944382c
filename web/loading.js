// Says what went wrong in words that can be seen, where the program of a page could not be loaded, too.
// It is the one script here that is no module: a browser may refuse all modules. Deferred, it runs before
// them and when the page is there.
//
//   window.pipette_loading.fail('The emulator stopped');          // the cover of the page, or a note
//   window.pipette_loading.failToLoad('The emulator: HTTP status 404');
//   element.append(window.pipette_loading.tryAgain());
//
// Where another try may help, a button loads the page anew.
// A frame with a sandbox but without allow-same-origin has no origin: the files of its own server are
// foreign to it. Modules and WebAssembly come then only with Access-Control-Allow-Origin.

window.pipette_loading = (() => {
  const SANDBOXED =
    ' This page is in a sandboxed frame, to which its own server is foreign: the frame needs ' +
    'allow-same-origin in its sandbox, or the server has to send Access-Control-Allow-Origin.';

  function tryAgain() {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'again';
    button.textContent = 'Try again';
    button.addEventListener('click', () => location.reload());
    return button;
  }

  function fail(text, {again = false} = {}) {
    const cover = document.getElementById('cover');
    if (cover) {
      cover.hidden = false;
      cover.classList.add('failed');
      document.getElementById('cover-text').textContent = text;
      document.getElementById('announcer').textContent = text;
      cover.querySelector('.again')?.remove();
      if (again) document.getElementById('cover-box').append(tryAgain());
    } else {
      const note = document.createElement('p');
      note.className = 'note';
      note.setAttribute('role', 'alert');
      note.textContent = text;
      if (again) note.append(' ', tryAgain());
      document.querySelector('main').prepend(note);
    }
  }

  const failToLoad = (text) => fail(window.origin === 'null' ? text + SANDBOXED : text, {again: true});

  // An element that loads nothing says so to itself alone, and to who listens on its way there.
  addEventListener(
    'error',
    ({target}) => {
      if (target instanceof HTMLScriptElement) failToLoad('The program of this page could not be loaded.');
    },
    true,
  );

  return {fail, failToLoad, tryAgain};
})();
