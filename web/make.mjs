// Elements in one line, without markup in strings.
//
//   make('p', 'caption', 'The latest steps')
//   make('button', {type: 'button', className: 'close', onclick: close}, '×')
//
// The second argument is a class, or properties, and attributes where the element has no such property ('aria-hidden');
// those that are null or undefined are left out, and attributes that are false. Children that are null are left out, too.

export function make(tag, about = '', ...children) {
  const element = document.createElement(tag);
  const properties = typeof about === 'string' ? about && {className: about} : about;
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name in element) element[name] = value;
    else if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}
