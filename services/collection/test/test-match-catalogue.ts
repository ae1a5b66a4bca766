import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readSeasonCell } from '@kitroom/shared';
import { useService } from '@kitroom/testing/use-service';
import { BRAND, KIT, MALAGA, SEASON } from './stand-in-catalogue.ts';
import {
  collectionPage,
  DATA,
  FAILED,
  findCollector,
  STARTED,
  startedCollection,
  toPagination,
} from './test-archive-collections.ts';
import { createCollectionDatabase, startTestCollection } from './test-collection.ts';

interface Named {
  id: number;
  name: string;
  [field: string]: unknown;
}

const badge = { slug: 'x', logo: 'https://kits.example/x.svg', logo_dark: null };
const club = (id: number, name: string) => ({ id, name, ...badge, country: null });

/** The stand-in's records. A name that only starts with the search text is a worse match. */
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
    ...['1934', '1934-35', '1933-34', '1950', '1950-51', '1949-50'].map((year, at) => ({
      id: 20 + at,
      name: year,
      year,
    })),
  ],
  kits: [KIT],
};

const seasonOf = (year: string) => RECORDS['seasons']?.find(({ name }) => name === year);

/** Kits that are found only by club and season. */
const OTHER_KITS = [
  [51, '1934-35', 'Home'],
  [51, '1933-34', 'Away'],
  [51, '1950-51', 'Home'],
  [51, '1949-50', 'Home'],
  [49, '1950', 'Home'],
  [49, '1950-51', 'Home'],
].map(([team, year, type], at) => ({
  ...KIT,
  id: 100 + at,
  name: `${year} ${type}`,
  slug: `kit-${100 + at}`,
  team: { ...KIT.team, id: team },
  season: { ...KIT.season, ...seasonOf(String(year)) },
  type: { ...KIT.type, name: type },
}));

/** A fake catalogue that matches names exactly or by prefix. */
export interface MatchCatalogue {
  url: string;
  /** The bodies of the requests. */
  requests: Array<Record<string, string[]>>;
  /** The paths of the requested pictures. */
  images: string[];
  /** The picture of all entries; the second one of an entry is not found. */
  picture?: Buffer;
  /** Delay of each picture's response. */
  pictureDelayMs: number;
  /** Number of picture requests to reject with the status `refusal`. */
  refusedPictures: number;
  refusal: 401 | 503;
  /** Whether all requests get a 503. */
  isUnavailable: boolean;
  close(): Promise<void>;
}

/** A collection service of one test file that uses such a catalogue. */
export function useMatchingCollection(env: Record<string, string> = {}) {
  return useService(async () => {
    const catalogue = await openMatchCatalogue();
    const database = await createCollectionDatabase();
    const collection = await startTestCollection(database, { CATALOGUE_URL: catalogue.url, ...env });
    const close = async () => {
      await collection.close();
      await database.drop();
      await catalogue.close();
    };
    return { catalogue, collection, database, close };
  });
}

export async function openMatchCatalogue(): Promise<MatchCatalogue> {
  const catalogue: MatchCatalogue = {
    url: '',
    requests: [],
    images: [],
    pictureDelayMs: 0,
    refusedPictures: 0,
    refusal: 503,
    isUnavailable: false,
    close: () => Promise.resolve(),
  };
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (catalogue.isUnavailable) send(503, { detail: 'Unavailable.' });
    else if (request.url === '/api/match') {
      const sendMatches = async () => {
        const sent = JSON.parse(await text(request)) as Record<string, string[]>;
        catalogue.requests.push(sent);
        send(200, matchAll(sent));
      };
      void sendMatches();
    } else if (/^\/api\/user-collection\/\d+\/images\//.test(request.url ?? '')) {
      catalogue.images.push(request.url ?? '');
      if (catalogue.refusedPictures > 0) {
        catalogue.refusedPictures -= 1;
        response.setHeader('Retry-After', '0');
        send(catalogue.refusal, { detail: 'At most 5 requests of one client wait for pictures.' });
      } else if (!catalogue.picture || request.url?.endsWith('/2')) send(404, { detail: 'Gone.' });
      else {
        const { picture, pictureDelayMs } = catalogue;
        const sendPicture = () =>
          response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(picture);
        setTimeout(sendPicture, pictureDelayMs).unref();
      }
    } else if (request.url?.includes('/custom-entries')) {
      const entries = findCollector(request.url)?.ownWords ?? [];
      send(200, { status: 'ready', entries, pagination: toPagination(1, entries.length, 1) });
    } else if (findCollector(request.url)) {
      const entries = findCollector(request.url)?.reported ?? [];
      const data = { ...DATA, entries, total_entries: entries.length };
      const pagination = toPagination(1, entries.length, 1);
      const isStart = request.method === 'POST';
      send(200, {
        ...(isStart ? startedCollection() : collectionPage(request.url ?? '')),
        data,
        ...(isStart ? {} : { pagination }),
      });
    } else if (request.url?.startsWith('/api/user-collection/1057')) {
      send(200, request.method === 'POST' ? startedCollection() : collectionPage(request.url));
    } else if (/^\/api\/user-collection\/\d+\?/.test(request.url ?? '')) {
      send(404, { status: 'not_found', message: 'This collection has not been read.' });
    } else if (request.url?.startsWith('/api/user-collection/')) {
      send(request.method === 'POST' ? 202 : 200, request.method === 'POST' ? STARTED : FAILED);
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

/** The kits of a club in a season. */
function listKitsOf(wanted: { club: number; season: number }) {
  return [KIT, ...OTHER_KITS].filter((kit) => kit.team.id === wanted.club && kit.season.id === wanted.season);
}

function matchAll(sent: Readonly<Record<string, string[]>>) {
  const pairs = (sent['club_seasons'] ?? []) as unknown as Array<{ club: number; season: number }>;
  return { ...matchTexts(sent), club_seasons: pairs.map(listKitsOf) };
}

function matchTexts(sent: Readonly<Record<string, string[]>>) {
  return Object.fromEntries(
    Object.entries(RECORDS).map(([kind, records]) => [
      kind,
      (sent[kind] ?? []).map((name) =>
        kind === 'seasons' ? matchSeason(records, name) : matchOne(records, name),
      ),
    ]),
  );
}

/** A single year may also be the first or the second one of a season. */
function matchSeason(records: readonly Named[], written: string) {
  const year = readSeasonCell(written) ?? written;
  const isYear = /^\d{4}$/.test(year);
  const similarSeasons = [
    { name: `${year}-${String(Number(year) + 1).slice(2)}`, score: 0.8 },
    { name: `${Number(year) - 1}-${year.slice(2)}`, score: 0.5 },
  ];
  const wanted = [{ name: year, score: 1 }, ...(isYear ? similarSeasons : [])];
  return wanted.flatMap(({ name, score }) =>
    records.filter((record) => record.name === name).map((record) => ({ ...record, score })),
  );
}

function matchOne(records: readonly Named[], name: string) {
  const lower = name.toLowerCase();
  const matches = records.flatMap(({ ...record }) => {
    const names = [record.name.toLowerCase(), String(record['slug'])];
    const score = names.includes(lower) ? 1 : record.name.toLowerCase().startsWith(lower) ? 0.8 : 0;
    return score === 0 ? [] : [{ ...record, score }];
  });
  return matches.toSorted((left, right) => right.score - left.score).slice(0, 3);
}

function findRecord(path: string): unknown {
  const [, , kind = '', id = ''] = path.split('/');
  return RECORDS[kind]?.find((record) => record.id === Number(id));
}
