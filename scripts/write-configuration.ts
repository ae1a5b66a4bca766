import { readFile, writeFile } from 'node:fs/promises';
import { findMeta, listFileVariables } from '../packages/server/src/process/config.ts';
import { variables as ofCatalogue } from '../services/catalogue/src/config.ts';
import { variables as ofCollection } from '../services/collection/src/config.ts';
import { PROVIDER_VARIABLES } from '../services/collection/src/variables/social-variables.ts';
import { formatPage, renderTable } from './markdown-page.ts';

export const CONFIGURATION_PAGE = new URL('../docs/configuration.md', import.meta.url);

type Shape = Readonly<Record<string, { parse(value: unknown): unknown }>>;

const TABLE = /(?<=\n## Environment\n\n)(?:\|.*\n)+/;

/**
 * Renders the configuration page with a table of variables that is generated from the schemas. A test fails
 * if the page is stale.
 */
export async function renderConfiguration(): Promise<string> {
  const page = await readFile(CONFIGURATION_PAGE, 'utf8');
  return formatPage(page.replace(TABLE, renderVariables), CONFIGURATION_PAGE);
}

function renderVariables(): string {
  const shapes: Shape = { ...ofCatalogue.shape, ...ofCollection.shape };
  const rows = Object.entries(shapes).map(([name, type]) => {
    const { description = '', allowed = 'any text', fallback } = findMeta(type) ?? {};
    return [nameOf(name), serviceOf(name), description, allowed, fallback ?? defaultOf(name)];
  });
  const providers = Object.entries<Shape[string]>(PROVIDER_VARIABLES.shape).map(([part, type]) => {
    const { description = '', allowed = 'any text', fallback } = findMeta(type) ?? {};
    return [
      nameOf(`OIDC_<NAME>_${part}`),
      'collection',
      description,
      allowed,
      fallback ?? show(type.parse(undefined)),
    ];
  });
  const sorted = [...rows, ...providers].toSorted(
    ([, left = ''], [, right = '']) => rankOf(left) - rankOf(right),
  );
  const head = ['variable', 'service', 'meaning', 'allowed', 'default'];
  return renderTable(
    head,
    sorted.map((cells) => cells.map(escape)),
  );
}

const FILE_VARIABLES = new Set([
  ...listFileVariables(ofCatalogue),
  ...listFileVariables(ofCollection),
  ...listFileVariables(PROVIDER_VARIABLES).map((part) => `OIDC_<NAME>_${part}`),
]);

/** The name of a variable, followed by that of its `_FILE` variant if it has one. */
function nameOf(name: string): string {
  return FILE_VARIABLES.has(name) ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``;
}

function serviceOf(name: string): string {
  if (!(name in ofCatalogue.shape)) return 'collection';
  return name in ofCollection.shape ? 'both' : 'catalogue';
}

function rankOf(service: string): number {
  return ['both', 'catalogue', 'collection'].indexOf(service);
}

/** The default values of a variable, if they differ by service separated by commas. */
function defaultOf(name: string): string {
  const texts = [ofCatalogue.shape, ofCollection.shape].flatMap((shape: Shape) => {
    const type = shape[name];
    return type ? [show(type.parse(undefined))] : [];
  });
  return [...new Set(texts)].join(', ');
}

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `\`${value}\``;
  if (typeof value === 'object' && value !== null && 'limit' in value)
    return `\`${Object.values(value).join('/')}\``;
  return 'none';
}

/** Escapes the text of a table cell. Outside code, a `<` would start an HTML element. */
function escape(text: string): string {
  const parts = text.replaceAll('|', String.raw`\|`).split('`');
  return parts
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', String.raw`\<`) : part))
    .join('`');
}

if (import.meta.main) await writeFile(CONFIGURATION_PAGE, await renderConfiguration());
