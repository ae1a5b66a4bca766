import fc from 'fast-check';
import type { Content, Draft } from './drafts.ts';
import { FORM_ACCIDENTS } from './forms.ts';
import { inContent, type Mutation } from './mutation.ts';
import {
  ODD_AUTHORIZATIONS,
  ODD_HEADERS,
  ODD_KEYS,
  ODD_METHODS,
  ODD_TYPES,
  oddBytes,
  oddJson,
  oddPart,
} from './oddities.ts';
import { known } from './values.ts';

const oddQuery: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(), oddPart).map(([pick, odd]) => inQuery(pick, ([name]) => [[name, odd]])),
  fc.nat().map((pick) => inQuery(pick, () => [])),
  fc.tuple(fc.nat(), oddPart).map(([pick, odd]) =>
    inQuery(pick, ([name, value]) => [
      [name, value],
      [name, odd],
    ]),
  ),
  fc
    .tuple(fc.nat(), fc.constantFrom('[]', '[a]', '[$ne]', '[a]'.repeat(200), '.', '%00', ' '))
    .map(([pick, end]) => inQuery(pick, ([name, value]) => [[`${name}${end}`, value]])),
  fc
    .tuple(fc.constantFrom('unknown', '__proto__', 'toString', 'format', 'limit', '', '_method'), oddPart)
    .map(([name, odd]): Mutation => (draft) => ({ ...draft, query: [...draft.query, [name, odd]] })),
  fc.tuple(fc.nat(), oddPart).map(([pick, odd]): Mutation => (draft) => {
    const all = draft.operation.parameters.filter((parameter) => parameter.in === 'query');
    const name = all[pick % Math.max(all.length, 1)]?.name ?? 'page';
    return { ...draft, query: [...draft.query, [name, odd]] };
  }),
);

type Pair = readonly [string, unknown];

function inQuery(pick: number, change: (pair: Pair) => Pair[]): Mutation {
  return (draft) => {
    const at = pick % Math.max(draft.query.length, 1);
    return { ...draft, query: draft.query.flatMap((pair, index) => (index === at ? change(pair) : [pair])) };
  };
}

const oddParam: fc.Arbitrary<Mutation> = fc
  .tuple(fc.nat(), oddPart)
  .map(([pick, odd]): Mutation => (draft) => {
    const names = Object.keys(draft.params);
    const name = names[pick % Math.max(names.length, 1)];
    return name === undefined ? draft : { ...draft, params: { ...draft.params, [name]: odd } };
  });

const TARGETS: ReadonlyArray<(target: string) => string> = [
  // Without its only slash it would be no target.
  (target) => target.replace(/(?<!^)\/(?=\?|$)/, ''),
  (target) => target.replace(/(?<!\/)(?=\?|$)/, '/'),
  (target) => target.replace(/(?=\?|$)/, '//'),
  (target) => `/${target}`,
  (target) => target.replace('/api/', '/api//'),
  (target) => target.replace('/api/', '/API/'),
  (target) => target.replace('/api/', '/%61pi/'),
  (target) => target.replace('/api/', '/api/./'),
  (target) => target.replace('/api/', '/x/../api/'),
  (target) => target.replace('/api/', '/api/%2e%2e/api/'),
  (target) => target.replace(/(?=\?|$)/, ';a=b'),
  (target) => target.replace(/(?=\?|$)/, '%20'),
  (target) => target.replace(/(?=\?|$)/, '.json'),
  (target) => target.replace(/(?=\?|$)/, '/%ff'),
  (target) => `${target}?a=b?c=d`,
  (target) => `${target}#fragment`,
  (target) => `${target}${target.includes('?') ? '&' : '?'}&&&=&=x&%=%&a=%ff`,
  (target) => `http://elsewhere.example${target}`,
];

/** Addresses that a server refuses before anybody has read them. */
const BROKEN_TARGETS: ReadonlyArray<(target: string) => string> = [
  (target) => target.slice(1),
  (target) => target.replace(/(?=\?|$)/, ' x'),
  (target) => target.replace(/(?=\?|$)/, 'é'),
  (target) => target.replace(/(?=\?|$)/, '\x01'),
  (target) => `${target}?a=${'b'.repeat(20_000)}`,
  () => '*',
  () => '',
];

const oddTarget: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(...TARGETS)
      .map((rewriteTarget): Mutation => (draft) => ({ ...draft, rewriteTarget, isAddressed: false })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...BROKEN_TARGETS).map((rewriteTarget): Mutation => (draft) => ({
      ...draft,
      rewriteTarget,
      isAddressed: false,
      isIllegal: true,
    })),
  },
);

const oddMethod: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...ODD_METHODS).map((method): Mutation => (draft) => ({
      ...draft,
      method,
      isAddressed: method === draft.operation.method,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('get', 'BREW', 'GÉT', 'X Y')
      .map((method): Mutation => (draft) => ({ ...draft, method, isAddressed: false, isIllegal: true })),
  },
);

const oddHeader: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 15,
    arbitrary: fc
      .constantFrom(...ODD_HEADERS)
      .map((header): Mutation => (draft) => ({ ...draft, headers: [...draft.headers, header] })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<readonly [string, string]>(
        ['Bad Name', 'x'],
        ['X-A', 'a\0b'],
        ['X-A', '\x01'],
        ['X-Long', 'x'.repeat(20_000)],
        ['', 'x'],
      )
      .map((header): Mutation => (draft) => ({
        ...draft,
        headers: [...draft.headers, header],
        isIllegal: true,
      })),
  },
);

const oddCredentials: fc.Arbitrary<Mutation> = fc
  .oneof(
    fc.constantFrom(...ODD_AUTHORIZATIONS).map((value) => ({ name: 'Authorization', value })),
    fc.constantFrom(...ODD_KEYS).map((value) => ({ name: 'X-API-Key', value })),
  )
  .map((header): Mutation => (draft) => ({ ...draft, credentials: { kind: 'header', ...header } }));

/** Changes one place of a body of objects and lists. */
const oddField: fc.Arbitrary<Mutation> = fc
  .tuple(fc.nat(), fc.nat(7), oddJson)
  .map(([pick, how, odd]): Mutation => (draft) => {
    const { body } = draft;
    if (!body || typeof body.value !== 'object' || body.value === null) return draft;
    const value = body.value as Record<string, unknown>;
    const names = Object.keys(value);
    const name = names[pick % Math.max(names.length, 1)] ?? 'name';
    return { ...draft, body: { ...body, value: changeField(value, { name, how, odd, pick }) } };
  });

function changeField(
  value: Record<string, unknown>,
  { name, how, odd, pick }: { name: string; how: number; odd: unknown; pick: number },
): unknown {
  const { [name]: old, ...rest } = value;
  if (how === 0) return rest;
  if (how === 1) return { ...value, [name]: [old] };
  if (how === 2) return { ...value, [['unknown', '__proto__', 'toString', ''][pick % 4] ?? '']: odd };
  if (how === 3) return odd;
  return { ...value, [name]: odd };
}

const oddUpload: fc.Arbitrary<Mutation> = known('oddPicture').map((picture): Mutation => (draft) => {
  const { body } = draft;
  if (body?.type !== 'multipart/form-data' || typeof body.value !== 'object') return draft;
  const [field] = Object.keys(body.value ?? {}).filter((name) => name === 'image' || name === 'avatar');
  return field ? { ...draft, body: { ...body, value: { ...body.value, [field]: picture } } } : draft;
});

const oddContent: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 3, arbitrary: oddBytes.map((bytes) => inContent(({ type }) => ({ type, bytes }))) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...ODD_TYPES, undefined)
      .map((type) => inContent(({ bytes }) => ({ type, bytes }))),
  },
  { weight: 3, arbitrary: fc.constantFrom(...FORM_ACCIDENTS).map(inForm) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.double({ noNaN: true, min: 0, max: 1 }), fc.nat(255)).map(([at, byte]) =>
      inContent(({ type, bytes }) => {
        const changed = Buffer.from(bytes);
        if (changed.length > 0) changed[Math.floor(at * (changed.length - 1))] = byte;
        return { type, bytes: changed };
      }),
    ),
  },
);

function inForm(change: (content: Content) => Content): Mutation {
  return (draft) => (draft.body?.type === 'multipart/form-data' ? inContent(change)(draft) : draft);
}

const oddFraming: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<Draft['framing']>('chunked', 'slow')
      .map((framing): Mutation => (draft) => ({ ...draft, framing })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Draft['framing']>('cut', 'doubled', 'wrongLength')
      .map((framing): Mutation => (draft) => ({ ...draft, framing, isIllegal: true })),
  },
);

/** Any one change; `hasQuery` and so on say for which the request has a place. */
export function mutationOf(draft: {
  hasQuery: boolean;
  hasParams: boolean;
  hasBody: boolean;
  hasFile: boolean;
}) {
  const { hasQuery, hasParams, hasBody, hasFile } = draft;
  return fc.oneof(
    { weight: hasQuery ? 80 : 20, arbitrary: oddQuery },
    { weight: hasParams ? 50 : 0, arbitrary: oddParam },
    { weight: 20, arbitrary: oddTarget },
    { weight: 10, arbitrary: oddMethod },
    { weight: 40, arbitrary: oddHeader },
    { weight: 20, arbitrary: oddCredentials },
    { weight: hasBody ? 140 : 10, arbitrary: oddField },
    { weight: hasFile ? 80 : 0, arbitrary: oddUpload },
    { weight: hasBody ? 50 : 10, arbitrary: oddContent },
    { weight: 10, arbitrary: oddFraming },
  );
}
