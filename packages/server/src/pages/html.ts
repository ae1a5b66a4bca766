/** Finished HTML. Only the tag `html` makes it: whatever else comes into a page is text and gets escaped. */
export class Html {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** The one way in, for `html` alone. */
  static fromTemplate(parts: TemplateStringsArray, values: readonly HtmlValue[]): Html {
    return new Html(parts.reduce((text, part, index) => `${text}${renderValue(values[index - 1])}${part}`));
  }
}

/** What may stand in a template: text and numbers are escaped; nothing, false and true show nothing. */
export type HtmlValue = Html | string | number | boolean | null | undefined | readonly HtmlValue[];

/**
 * A piece of HTML. Values are escaped for text and for attributes in double quotes; never leave an attribute without
 * quotes, and put no value into a script or a style.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return Html.fromTemplate(parts, values);
}

/** Attributes with their values escaped; true gives the name alone, and false, undefined and '' nothing. */
export function attributes(values: Readonly<Record<string, string | boolean | undefined>>): Html {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== false && value !== '',
  );
  return html`${given.map(([name, value]) => (value === true ? html` ${name}` : html` ${name}="${value}"`))}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function renderValue(value: HtmlValue): string {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(renderValue).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
