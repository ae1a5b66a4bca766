import { form } from './form.ts';
import { html, type Html } from './html.ts';
import type { NavigationItem, Page } from './layout.ts';

/** Asks for confirmation of an action with serious consequences. */
export function confirmPage(options: {
  title: string;
  /** Describes the consequences. */
  text: Html | string;
  trail: readonly NavigationItem[];
  action: string;
  csrf: Html;
  submit: string;
  cancel: string;
}): Page {
  const { title, text, trail, action, csrf, submit, cancel } = options;
  return {
    title,
    trail,
    body: html`<p>${text}</p>
      ${form({ action, csrf, fields: [], values: {}, submit, cancel, tone: 'danger' })}`,
  };
}
