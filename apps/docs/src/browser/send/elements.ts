type Tags = HTMLElementTagNameMap;

/** An element with these properties and children. */
export function create<Tag extends keyof Tags>(
  tag: Tag,
  properties: Partial<Tags[Tag]> = {},
  ...children: (Node | string)[]
): Tags[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A field below its name. */
export function labelled(name: string, field: HTMLElement): HTMLElement {
  field.id = `send-${name.replaceAll(/\W+/g, '-')}`;
  return create('div', { className: 'field' }, create('label', { htmlFor: field.id }, name), field);
}

export type Option = [value: string, label: string];

/** A choice between values, each shown by its label; the first is chosen. */
export function choice(options: Option[]): HTMLSelectElement {
  return create('select', {}, ...options.map(([value, text]) => create('option', { value, text })));
}

/** A part of the form, and what is filled in there. */
export interface Part<Value> {
  elements: HTMLElement[];
  read: () => Value;
}
