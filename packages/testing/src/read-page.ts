/** A parsed page. */
export interface ReadPage {
  document: Document;
  /** The HTML source. */
  text: string;
}

/** The form with this submit button. */
export function findForm({ document, text }: ReadPage, button: string): Element {
  const found = [...document.querySelectorAll('form')].find(
    (form) => squeeze(form.querySelector('button')?.textContent) === button,
  );
  if (!found) throw new Error(`no form has the button "${button}":\n${text}`);
  return found;
}

/** The values that the form would send. */
export function readForm(form: Element): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of form.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
    if (field.type === 'checkbox' && !field.checked) continue;
    values[field.name] = field.value;
  }
  return values;
}

/** The message next to a field. */
export function errorOf({ document }: Pick<ReadPage, 'document'>, field: string): string | undefined {
  return document.getElementById(`error-${field}`)?.textContent ?? undefined;
}

/** The rows of all tables, as the texts of their cells. */
export function rowsOf({ document }: Pick<ReadPage, 'document'>): string[][] {
  return [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => squeeze(cell.textContent)),
  );
}

/** Collapses white space. */
export function squeeze(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}
