// What a service is compared with: floors, the least that a server of this kind costs, and a plain service of
// the catalogue in `DATABASE_URL`. `node serve-floor.ts <A, C or plain>` sends its port as a message.
import type { AddressInfo } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import knex, { type Knex } from 'knex';
import { destination, pino } from 'pino';
import { pinoHttp } from 'pino-http';
import * as z from 'zod';

/** As long as a list of 20 kits: 2 kB. */
const TWENTY_KITS = Array.from({ length: 20 }, (_, at) => ({
  id: 250_000 - at,
  name: `CA Example 2024-25 Away ${at}`,
  main_img_url: `https://cdn.example.org/2024/1k4obm21rw${at}.jpg`,
}));

const PAGE = z.object({
  page: z.coerce.number().int().positive().default(1),
  page_size: z.coerce.number().int().positive().max(100).default(20),
});
const LIST = PAGE.extend({
  country: z.string().optional(),
  primary_color: z.string().optional(),
  secondary_color: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  year: z.coerce.number().int().optional(),
});
const ID = z.object({ id: z.coerce.number().int().positive() });
const KEYWORD = z.object({ keyword: z.string().min(1) });
const BULK = z.object({ slugs: z.string().transform((slugs) => slugs.split(',')) });

const RESULTS = 10;

const FLOORS: Record<string, () => Express> = {
  /** Express with a ready buffer. */
  A() {
    const ready = Buffer.from(JSON.stringify(TWENTY_KITS));
    return bare().use((_request, response) => {
      response.set('Content-Type', 'application/json; charset=utf-8').send(ready);
    });
  },
  /** Express with `res.json` behind the usual protections. */
  C: () => behindProtections().use((_request, response) => void response.json(TWENTY_KITS)),
  plain: () => addPlainService(behindProtections(), process.env['DATABASE_URL'] ?? ''),
};

const floor = FLOORS[process.argv[2] ?? '']?.();
if (!floor) throw new Error('usage: serve-floor.ts <A, C or plain>');
const server = floor.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());

function bare(): Express {
  return express().disable('x-powered-by').set('etag', false);
}

function behindProtections(): Express {
  return bare()
    .use(helmet())
    .use(pinoHttp({ logger: pino(destination('/dev/null')) }))
    .use(
      rateLimit({
        windowMs: 3_600_000,
        limit: 1_000_000_000,
        standardHeaders: 'draft-8',
        legacyHeaders: false,
      }),
    );
}

/**
 * Adds some of the catalogue's endpoints as most would write them: Knex and zod, a statement or two for each
 * request, no cache, no index, no tolerance for typing mistakes. All others respond with an error.
 */
function addPlainService(app: Express, databaseUrl: string): Express {
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 10 } });
  const get = (path: string, read: (request: Request) => Promise<unknown>) =>
    app.get(path, (request, response, next) => {
      read(request)
        .then((body) =>
          response.status(body === undefined ? 404 : 200).json(body ?? { detail: 'Not found.' }),
        )
        .catch(next);
    });
  get('/api/kits', ({ query }) => listKits(db, LIST.parse(query)));
  get('/api/kits/search', ({ query }) => {
    const { keyword } = KEYWORD.parse(query);
    return kits(db).whereILike('kits.name', `%${keyword}%`).orderBy('kits.id', 'desc').limit(RESULTS);
  });
  get('/api/kits/bulk', ({ query }) => kits(db).whereIn('kits.slug', BULK.parse(query).slugs));
  get('/api/kits/:id', ({ params }) => kits(db).where('kits.id', ID.parse(params).id).first());
  get('/api/clubs/:id/kits', ({ params, query }) => {
    const { page, page_size: size } = PAGE.parse(query);
    const ofClub = kits(db).where('kits.club_id', ID.parse(params).id);
    return ofClub
      .orderBy('seasons.first_year', 'desc')
      .limit(size)
      .offset((page - 1) * size);
  });
  get('/api/seasons', ({ query }) => {
    const seasons = db('seasons').distinct('seasons.id', 'seasons.year', 'seasons.first_year');
    const ofClub = seasons
      .join('kits', 'kits.season_id', 'seasons.id')
      .where('kits.club_id', ID.parse(query).id);
    return ofClub.orderBy('seasons.first_year', 'desc');
  });
  for (const table of ['clubs', 'brands', 'competitions']) {
    get(`/api/${table}/search`, ({ query }) => {
      const named = db(table).select('id', 'name', 'slug', 'logo');
      return named
        .whereILike('name', `%${KEYWORD.parse(query).keyword}%`)
        .orderBy('id')
        .limit(RESULTS);
    });
  }
  return app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(400).json({ detail: error.message });
  });
}

async function listKits(db: Knex, filters: z.infer<typeof LIST>) {
  const { country, primary_color: colour, secondary_color: others, year, page, page_size: size } = filters;
  const matching = db('kits');
  if (country) void matching.where('kits.country', country);
  if (colour) void matching.where('kits.primary_color', colour);
  if (others.length > 0) void matching.whereRaw('kits.secondary_colors @> ?', [others]);
  if (year) {
    const seasons = db('seasons').select('id').where('first_year', year).orWhere('second_year', year);
    void matching.whereIn('kits.season_id', seasons);
  }
  const [items, total] = await Promise.all([
    matching
      .clone()
      .select('id', 'name', 'main_img_url')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size),
    matching.clone().count({ count: '*' }).first(),
  ]);
  return { count: Number(total?.['count']), items };
}

/** Kits with the names of what they refer to. */
function kits(db: Knex) {
  return db('kits')
    .join('clubs', 'clubs.id', 'kits.club_id')
    .join('seasons', 'seasons.id', 'kits.season_id')
    .join('kit_types', 'kit_types.id', 'kits.type_id')
    .join('brands', 'brands.id', 'kits.brand_id')
    .select('kits.id', 'kits.name', 'kits.slug', 'kits.main_img_url', 'kits.design', 'kits.rating')
    .select({ club: 'clubs.name', season: 'seasons.year', type: 'kit_types.name', brand: 'brands.name' });
}
