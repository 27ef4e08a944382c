// Elements of a page. Where two copies of a module meet, of two versions or from two servers, the first one's elements
// serve the whole page: a name can be defined once.

export function define(name, Class) {
  if (!customElements.get(name)) customElements.define(name, Class);
}
