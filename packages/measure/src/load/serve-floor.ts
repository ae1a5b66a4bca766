// What a service is compared with: floors, the least that a server of this kind costs, and a plain service of the
// catalogue in `DATABASE_URL`. `node serve-floor.ts <A, B, C or plain>` tells its port as a message.
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { rateLimit } from 'express-rate-limit';
import helmet from 'helmet';
import { destination, pino } from 'pino';
import { pinoHttp } from 'pino-http';
import { addPlainService } from './plain-service.ts';

/** As long as a list of 20 kits: 2 kB. */
const LIST = Array.from({ length: 20 }, (_, at) => ({
  id: 250_000 - at,
  name: `CA Example 2024-25 Away ${at}`,
  main_img_url: `https://cdn.example.org/2024/1k4obm21rw${at}.jpg`,
}));

const FLOORS: Record<string, () => Express> = {
  /** Express answering ready bytes. */
  A() {
    const ready = Buffer.from(JSON.stringify(LIST));
    return bare().use((_request, response) => {
      response.set('Content-Type', 'application/json; charset=utf-8').send(ready);
    });
  },
  /** Express with `res.json`. */
  B: () => bare().use((_request, response) => void response.json(LIST)),
  /** The same behind the usual protections. */
  C: () => behindProtections().use((_request, response) => void response.json(LIST)),
  plain: () => addPlainService(behindProtections(), process.env['DATABASE_URL'] ?? ''),
};

const floor = FLOORS[process.argv[2] ?? '']?.();
if (!floor) throw new Error('usage: serve-floor.ts <A, B, C or plain>');
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
