/** Safe HTML. Only the `html` tag creates it: all other values are escaped. */
export class Html {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** The only constructor, used by `html`. */
  static fromTemplate(parts: TemplateStringsArray, values: readonly HtmlValue[]): Html {
    return new Html(parts.reduce((text, part, index) => `${text}${renderValue(values[index - 1])}${part}`));
  }
}

/** Values in a template: text and numbers are escaped; undefined, null, false and true render nothing. */
export type HtmlValue = Html | string | number | boolean | null | undefined | readonly HtmlValue[];

/**
 * Creates HTML. Values are escaped for text and for attributes in double quotes: never leave an attribute
 * unquoted, and put no value into a script or style.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return Html.fromTemplate(parts, values);
}

/** Escaped attributes; true renders the name only, and false, undefined and '' nothing. */
export function attributes(values: Readonly<Record<string, string | boolean | undefined>>): Html {
  const present = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== false && value !== '',
  );
  return html`${present.map(([name, value]) => (value === true ? html` ${name}` : html` ${name}="${value}"`))}`;
}

/** Attributes whose value is an address that the browser opens. */
const ADDRESSES = /(\s(?:href|src|action|formaction|data-suggest)=")(?=\/(?!\/))/g;

/**
 * Adds `basePath` before each path in an attribute that contains an address. Values cannot contain a
 * quotation mark, so that text never looks like an attribute.
 */
export function prependBasePath({ text }: Html, basePath: string): string {
  return basePath === '' ? text : text.replaceAll(ADDRESSES, `$1${basePath}`);
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
