// Text for the fields of the canvas. A hidden input holds the focus while a field is being edited:
// it brings up a phone's keyboard, understands dead keys, and hands over what was typed.

import {withTexts} from './texts.mjs';

const FILLER = ' '; // something to delete, or a phone never sends its backspace

export function connectTyping(getApp) {
  const input = document.getElementById('typing');
  const canvas = document.getElementById('pipette-canvas');
  let unnamedKey = false; // the last keydown did not say which key it was: a phone's keyboard

  const send = (text) => withTexts(getApp(), [text], (at) => getApp()._pipette_typed(at));
  const refill = () => {
    input.value = FILLER;
    input.setSelectionRange(1, 1);
  };

  input.addEventListener('keydown', (event) => {
    unnamedKey = event.key === 'Unidentified' || event.keyCode === 229;
  });
  input.addEventListener('beforeinput', (event) => {
    if (event.isComposing) return; // its end is an input event of its own
    if (event.inputType === 'insertText' && event.data) send(event.data);
    if (event.inputType === 'deleteContentBackward' && unnamedKey) getApp()._pipette_backspace();
    event.preventDefault();
  });
  input.addEventListener('compositionend', (event) => {
    if (event.data) send(event.data);
    refill();
  });
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain');
    if (text && document.activeElement === input) {
      send(text.trim());
      event.preventDefault();
    }
  });

  return {
    focusText: (wanted) => {
      if (wanted) {
        refill();
        input.focus({preventScroll: true});
      } else if (document.activeElement === input) {
        canvas.focus({preventScroll: true});
      }
    },
  };
}
