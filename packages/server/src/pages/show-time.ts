import { html, type Html } from './html.ts';

/** A timestamp in UTC, to the minute; a dash for null. */
export function time(at: Date | null): Html {
  if (!at) return html`–`;
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}</time>`;
}
