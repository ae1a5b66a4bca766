// Servers to compare the catalogue with: floors, which show the least cost of a server of this kind, and a
// plain service on the database in `DATABASE_URL`. `node serve-floor.ts <A, C or plain>` sends its port as a
// message.
import express, { type Express } from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import knex, { type Knex } from 'knex';
import { destination, pino } from 'pino';
import { pinoHttp } from 'pino-http';
import * as z from 'zod';

/** 2 kB. */
const TWENTY_KITS = Array.from({ length: 20 }, (_, at) => ({
  id: 250_000 - at,
  name: `CA Example 2024-25 Away ${at}`,
  main_img_url: `https://cdn.example.org/2024/1k4obm21rw${at}.jpg`,
}));
const integer = z.coerce.number().int();
const PAGE = z.object({ page: integer.positive().default(1) });
const LIST = PAGE.extend({
  country: z.string().optional(),
  primary_color: z.string().optional(),
  secondary_color: z.array(z.string()).optional(),
  year: integer.optional(),
});
const ID = z.object({ id: integer.positive() });
const KEYWORD = z.object({ keyword: z.string().transform((keyword) => `%${keyword}%`) });
const BULK = z.object({ slugs: z.string().transform((slugs) => slugs.split(',')) });
/** Kits with the names of their club, season, type and brand. */
const KITS = `
  select kits.id, kits.name, kits.slug, kits.main_img_url, kits.design, kits.rating, clubs.name as club,
    seasons.year as season, kit_types.name as type, brands.name as brand
  from kits join clubs on clubs.id = kits.club_id join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id join brands on brands.id = kits.brand_id`;
const SEASONS = `
  select distinct seasons.id, year, first_year from seasons join kits on season_id = seasons.id
  where club_id = :id order by first_year desc`;

const bare = () => express().disable('x-powered-by').set('etag', false);

const FLOORS: Record<string, () => Express> = {
  A() {
    const ready = Buffer.from(JSON.stringify(TWENTY_KITS));
    return bare().use(
      (_request, response) => void response.set('Content-Type', 'application/json').send(ready),
    );
  },
  C: () => behindProtections().use((_request, response) => void response.json(TWENTY_KITS)),
  plain: () => addPlainService(behindProtections(), process.env['DATABASE_URL'] ?? ''),
};

const server = FLOORS[process.argv[2] ?? '']?.().listen(0, '127.0.0.1', () => {
  process.send?.(server?.address());
});
process.on('disconnect', () => process.exit());

function behindProtections(): Express {
  const limit = { windowMs: 3_600_000, limit: 1_000_000_000 };
  return bare()
    .use(helmet())
    .use(pinoHttp({ logger: pino(destination('/dev/null')) }))
    .use(rateLimit({ ...limit, standardHeaders: 'draft-8', legacyHeaders: false }));
}

/**
 * Adds some of the catalogue's endpoints as most would write them: Knex and zod, a statement or two for each
 * request, no cache, no index, no tolerance for typing mistakes.
 */
function addPlainService(app: Express, connection: string): Express {
  const db = knex({ client: 'pg', connection, pool: { min: 0, max: 10 } });
  const select = async (sql: string, values: Record<string, Knex.Value>) =>
    (await db.raw<{ rows: object[] }>(sql, values)).rows;
  const get = <Input>(path: string, schema: z.ZodType<Input>, read: (input: Input) => Promise<unknown>) =>
    app.get(path, async ({ params, query }, response) => {
      const { data, error } = schema.safeParse({ ...query, ...params });
      if (error) response.status(400).json({ detail: error.message });
      else response.json(await read(data));
    });
  get('/api/kits', LIST, (filters) => listKits(db, filters));
  get('/api/kits/search', KEYWORD, (input) =>
    select(`${KITS} where kits.name ilike :keyword order by kits.id desc limit 10`, input),
  );
  get('/api/kits/bulk', BULK, (input) => select(`${KITS} where kits.slug = any(:slugs)`, input));
  get('/api/kits/:id', ID, async (input) => (await select(`${KITS} where kits.id = :id`, input))[0]);
  get('/api/clubs/:id/kits', PAGE.extend(ID.shape), (input) =>
    select(`${KITS} where club_id = :id order by first_year desc limit 20 offset 20 * (:page - 1)`, input),
  );
  get('/api/seasons', ID, (input) => select(SEASONS, input));
  for (const table of ['clubs', 'brands', 'competitions']) {
    const sql = `select id, name, slug, logo from ${table} where name ilike :keyword order by id limit 10`;
    get(`/api/${table}/search`, KEYWORD, (input) => select(sql, input));
  }
  return app;
}

async function listKits(db: Knex, filters: z.infer<typeof LIST>) {
  const { secondary_color: secondaryColours, year, page, ...equal } = filters;
  const matching = db('kits').where(equal);
  if (secondaryColours) void matching.whereRaw('secondary_colors @> ?', [secondaryColours]);
  if (year) {
    const seasons = db('seasons').select('id').where('first_year', year).orWhere('second_year', year);
    void matching.whereIn('season_id', seasons);
  }
  const selected = matching.clone().select('id', 'name', 'main_img_url').orderBy('id', 'desc');
  const [items, total] = await Promise.all([
    selected.limit(20).offset(20 * (page - 1)),
    matching.clone().count({ count: '*' }).first(),
  ]);
  return { count: Number(total?.['count']), items };
}
