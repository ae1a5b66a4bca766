import { isDeepStrictEqual } from 'node:util';
import { html, type Html } from './html.ts';

const SHOWN_CHARACTERS = 160;

/** A record before or after a change: displayed values by column. */
type Snapshot = Readonly<Record<string, unknown>> | null;

/** The fields that changed; for created or deleted records, all that had a value. */
export function showChanges(before: Snapshot, after: Snapshot): Html {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const differing = names.filter((name) => !isDeepStrictEqual(before?.[name] ?? null, after?.[name] ?? null));
  const lines = differing.map((name) => {
    const [old, now] = [show(before?.[name]), show(after?.[name])];
    return html`<div>
      <span class="quiet">${name}</span> ${old !== undefined && html`<del>${old}</del>`}
      ${old !== undefined && now !== undefined && '→'} ${now !== undefined && html`<ins>${now}</ins>`}
    </div>`;
  });
  if (lines.length === 0) return html``;
  if ((before && after) || lines.length === 1) return html`<div class="changes">${lines}</div>`;
  return html`<details class="changes">
    <summary>${differing.length} fields</summary>
    ${lines}
  </details>`;
}

function show(value: unknown): string | undefined {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
