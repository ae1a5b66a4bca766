import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { BRAND, KIT, MALAGA, SEASON } from './stand-in-catalogue.ts';

interface Named {
  id: number;
  name: string;
  [field: string]: unknown;
}

const badge = { slug: 'x', logo: 'https://kits.example/x.svg', logo_dark: null };
const club = (id: number, name: string) => ({ id, name, ...badge, country: null });

/** The records that the stand-in knows; a name that begins with the text is a worse match. */
const RECORDS: Readonly<Record<string, readonly Named[]>> = {
  brands: [BRAND, { id: 9, name: 'Nike', ...badge }],
  clubs: [
    MALAGA,
    club(49, 'Manchester United'),
    club(50, 'Manchester City'),
    club(51, 'Arsenal'),
    ...Array.from({ length: 500 }, (_, index) => club(1000 + index, `Club ${index}`)),
  ],
  seasons: [
    { ...SEASON, name: SEASON.year },
    { id: 6, name: '2003-04', year: '2003-04' },
  ],
  kits: [KIT],
};

/** A catalogue that understands names: each by its exact text, or by its beginning. */
export interface MatchCatalogue {
  url: string;
  /** The bodies of the requests. */
  asked: Array<Record<string, string[]>>;
  /** While it is away it answers 503. */
  isAway: boolean;
  close(): Promise<void>;
}

export async function openMatchCatalogue(): Promise<MatchCatalogue> {
  const catalogue: MatchCatalogue = { url: '', asked: [], isAway: false, close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (catalogue.isAway) send(503, { detail: 'Away.' });
    else if (request.url === '/api/match') {
      const answer = async () => {
        const asked = JSON.parse(await text(request)) as Record<string, string[]>;
        catalogue.asked.push(asked);
        send(200, matchAll(asked));
      };
      void answer();
    } else {
      const record = findRecord(request.url ?? '');
      send(record ? 200 : 404, record ?? { detail: 'Not there.' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  catalogue.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  catalogue.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return catalogue;
}

function matchAll(asked: Readonly<Record<string, string[]>>) {
  return Object.fromEntries(
    Object.entries(RECORDS).map(([kind, records]) => [
      kind,
      (asked[kind] ?? []).map((one) => matchOne(records, one)),
    ]),
  );
}

function matchOne(records: readonly Named[], asked: string) {
  const lower = asked.toLowerCase();
  const matches = records.flatMap(({ ...record }) => {
    const names = [record.name.toLowerCase(), String(record['slug'])];
    const score = names.includes(lower) ? 1 : record.name.toLowerCase().startsWith(lower) ? 0.8 : 0;
    return score === 0 ? [] : [{ ...record, score }];
  });
  return matches.toSorted((one, other) => other.score - one.score).slice(0, 3);
}

function findRecord(path: string): unknown {
  const [, , kind = '', id = ''] = path.split('/');
  return RECORDS[kind]?.find((record) => record.id === Number(id));
}
