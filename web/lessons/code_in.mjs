/** The code of a cell or a picture. */
export function codeIn(element) {
  const pre = element.querySelector('pre');
  if (!pre) throw new Error(`<${element.localName}> needs its code in a <pre>`);
  return pre.textContent;
}
