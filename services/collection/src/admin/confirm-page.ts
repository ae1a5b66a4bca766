import { form } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { NavigationItem, Page } from '@kitroom/server/pages/layout';

/** Asks for confirmation before something is done that has grave consequences. */
export function confirmPage(options: {
  title: string;
  /** What will happen. */
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
