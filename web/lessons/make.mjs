// Elements made, and read.

/** An element with a class and a text. */
export const make = (tag, className = '', text = '') => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
};

/** The code of a cell or a picture. */
export function codeIn(element) {
  const pre = element.querySelector('pre');
  if (!pre) throw new Error(`<${element.localName}> needs its code in a <pre>`);
  return pre.textContent;
}
