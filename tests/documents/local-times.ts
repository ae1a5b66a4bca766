import { isNode, placeOf, walk, type Node, type Source } from './parse-sources.ts';

const LOCAL_PARTS =
  /^(?:[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes)|getTimezoneOffset|to(?:Date|Time)String)$/;
const LOCALIZED = /^toLocale(?:Date|Time)String$/;
/** Values of PostgreSQL that depend on the time zone of the session. */
const LOCAL_IN_SQL = /\b(?:current_date|current_time|localtime|localtimestamp)\b/i;

/** The places where a result depends on the time zone of the process or of the database. */
export function findLocalTimes(source: Source): string[] {
  const places: string[] = [];
  walk(source.program, (node) => {
    if (isLocal(node)) places.push(placeOf(source, node));
  });
  return places;
}

function isLocal(node: Node): boolean {
  if (node.type === 'MemberExpression') return LOCAL_PARTS.test(nameOf(node['property']));
  if (node.type === 'CallExpression') {
    return LOCALIZED.test(nameOf(memberOf(node))) && !hasTimeZone(node);
  }
  if (node.type === 'NewExpression') {
    if (nameOf(memberOf(node)) === 'DateTimeFormat') return !hasTimeZone(node);
    return nameOf(node['callee']) === 'Date' && (node['arguments'] as Node[]).length > 1;
  }
  const text = node.type === 'TemplateElement' ? (node['value'] as { raw: string }).raw : node['value'];
  return /^(?:Literal|TemplateElement)$/.test(node.type) && LOCAL_IN_SQL.test(String(text));
}

function memberOf({ callee }: Node): unknown {
  return isNode(callee) ? callee['property'] : undefined;
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}

/** Whether a call has an object with the property `timeZone`. */
function hasTimeZone(call: Node): boolean {
  const options = (call['arguments'] as Node[]).find(({ type }) => type === 'ObjectExpression');
  const properties = (options?.['properties'] ?? []) as Node[];
  return properties.some(({ key }) => nameOf(key) === 'timeZone');
}
