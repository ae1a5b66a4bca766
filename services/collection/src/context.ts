import { randomBytes } from 'node:crypto';
import { measureRedis, openRedis } from '@kitroom/server/cache/redis';
import { closeDatabase, openDatabase } from '@kitroom/server/database/database';
import { measureDatabase } from '@kitroom/server/database/database-metrics';
import { traceStatements } from '@kitroom/server/database/trace-statements';
import { openPasswordCheck } from '@kitroom/server/passwords/passwords';
import { openLogger, type Logger } from '@kitroom/server/telemetry/logger';
import { createGauge } from '@kitroom/server/telemetry/metrics';
import { isTracingOn } from '@kitroom/server/telemetry/tracing-variables';
import { findAccountPages } from './accounts/mail/account-keys.ts';
import { openMailer } from './accounts/mail/open-mailer.ts';
import { openWrongCodes } from './accounts/second-factor/check-code.ts';
import { openSocialProviders } from './accounts/social/providers.ts';
import { createBreaker, type Breaker } from './catalogue/breaker.ts';
import { observeCatalogue, openCatalogue } from './catalogue/open-catalogue.ts';
import {
  createCollectionMetrics,
  measureDisk,
  measureMail,
  type CollectionMetrics,
} from './collection-metrics.ts';
import type { Config } from './config.ts';
import { databaseOptions } from './database.ts';
import { CATALOGUE_BREAKER_FAILURES, CATALOGUE_BREAKER_MS } from './limits.ts';
import { readSecretKeys } from './secrets/sealed-secret.ts';
import { openCollectionStandby } from './standby.ts';
import { openStorage } from './storage/open-storage.ts';
import { openFailedSignIns } from './throttled.ts';

/** The open resources of a process. */
export type Context = ReturnType<typeof openContext>;

/** Opens all resources, which need not be reachable yet. */
export function openContext(config: Config) {
  const log = openLogger({ service: 'collection', level: config.LOG_LEVEL });
  if (config.ACCOUNT_PAGES && config.NODE_ENV === 'production' && findAccountPages(config) === undefined) {
    log.warn('PUBLIC_URL is not set: mails contain keys, but no links');
  }
  const db = openDatabase(databaseOptions(config));
  const redis = config.REDIS_URL === undefined ? undefined : openRedis({ url: config.REDIS_URL, log });
  const metrics = createCollectionMetrics();
  measureRedis(metrics, redis);
  const standby = openCollectionStandby({ config, db, redis, log });
  if (config.STORAGE === 'local') measureDisk(metrics, config.MEDIA_ROOT);
  const mailer = openMailer(config);
  measureMail(metrics, mailer);
  if (isTracingOn(config)) traceStatements(db, 'collection');
  return {
    config,
    log,
    db,
    redis,
    /** Undefined if all reads use the primary. */
    standby,
    metrics,
    /** Adds gauges that are read from the database. */
    addGauges: measureDatabase(metrics, db),
    catalogue: openCatalogue(config, observeCatalogue(metrics)),
    /** The circuit breaker of requests to the catalogue that a client waits for. */
    catalogueBreaker: openBreaker(metrics),
    storage: openStorage(config),
    mailer,
    credentials: {
      db,
      mode: config.PASSWORD_SIGN_IN,
      passwords: openPasswordCheck(),
      failures: openFailedSignIns({ config, redis, metrics }),
    },
    wrongCodes: openWrongCodes({ config, redis, metrics }),
    social: openSocialProviders(config.oidc),
    secretKeys: readSecretKeys(config) ?? ([generateSecretKey(log)] as const),
  };
}

export async function closeContext(context: Context): Promise<void> {
  context.storage.close();
  context.mailer.close();
  await context.standby?.close();
  await Promise.all([closeDatabase(context.db), context.redis?.close()]);
}

function openBreaker({ registry }: CollectionMetrics): Breaker {
  const breaker = createBreaker({ failures: CATALOGUE_BREAKER_FAILURES, pauseMs: CATALOGUE_BREAKER_MS });
  createGauge(registry, {
    name: 'catalogue_breaker_open',
    help: 'Whether this process sends no requests to the catalogue now, because the last ones failed',
    read: () => Number(breaker.isOpen()),
  });
  return breaker;
}

function generateSecretKey(log: Logger): string {
  log.warn('SECRET_KEY is not set: tokens are valid in this process only, until it ends');
  return randomBytes(32).toString('base64url');
}
