import { randomBytes } from 'node:crypto';
import type { CatalogueClient } from '@kitroom/catalogue-client';
import { type Cache, openCache, openMemoryEntries } from '@kitroom/server/cache/cache';
import { closeDatabase, type Database, openDatabase } from '@kitroom/server/database/database';
import { type Logger, openLogger } from '@kitroom/server/telemetry/logger';
import { createGauge } from '@kitroom/server/telemetry/metrics';
import { type AddStoredGauges, measureDatabase } from '@kitroom/server/database/database-metrics';
import { openRedis, type Redis, measureRedis } from '@kitroom/server/cache/redis';
import { openTracing, type Tracing } from '@kitroom/server/telemetry/tracing';
import { traceStatements } from '@kitroom/server/database/trace-statements';
import { type Breaker, createBreaker } from './catalogue/breaker.ts';
import { observeCatalogue, openCatalogue } from './catalogue/open-catalogue.ts';
import { findAccountPages } from './accounts/mail/account-keys.ts';
import {
  createCredentialVerifier,
  type CredentialVerifier,
} from './accounts/passwords/verify-credentials.ts';
import { type CollectionMetrics, createCollectionMetrics, measureDisk } from './collection-metrics.ts';
import type { Config } from './config.ts';
import { databaseOptions } from './database.ts';
import { CACHE_MEMORY_BYTES, CATALOGUE_BREAKER_FAILURES, CATALOGUE_BREAKER_MS } from './limits.ts';
import { type Mailer, openMailer } from './accounts/mail/open-mailer.ts';
import { openWrongCodes, type WrongCodes } from './accounts/second-factor/check-code.ts';
import { readSecretKeys, type SecretKeys } from './secrets/sealed-secret.ts';
import { openSocialProviders, type SocialProviders } from './accounts/social/providers.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';

/** The open resources of a process. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  redis: Redis | undefined;
  cache: Cache;
  metrics: CollectionMetrics;
  /** Adds gauges that are read from the database. */
  addGauges: AddStoredGauges;
  /** Undefined if tracing is off. */
  tracing: Tracing | undefined;
  catalogue: CatalogueClient;
  /** For requests that a client waits for. */
  catalogueBreaker: Breaker;
  /** Stores the photos' files. */
  storage: Storage;
  mailer: Mailer;
  /** Verifies names and passwords, and counts failures. */
  credentials: CredentialVerifier;
  /** Counts wrong second-factor codes. */
  wrongCodes: WrongCodes;
  social: SocialProviders;
  /** Derive tokens and keys in mails, sign sessions, seal second factors. */
  secretKeys: SecretKeys;
}

/** Opens all resources; none has to be reachable yet. */
export function openContext(config: Config): Context {
  const log = openLogger({ service: 'collection', level: config.LOG_LEVEL });
  if (config.ACCOUNT_PAGES && config.NODE_ENV === 'production' && findAccountPages(config) === undefined) {
    log.warn('PUBLIC_URL is not set: mails contain keys, but no links');
  }
  const db = openDatabase(databaseOptions(config));
  const redis = config.REDIS_URL === undefined ? undefined : openRedis({ url: config.REDIS_URL, log });
  const metrics = createCollectionMetrics();
  measureRedis(metrics, redis);
  if (config.STORAGE === 'local') measureDisk(metrics, config.MEDIA_ROOT);
  const tracing = openTracing(config, { service: 'kitroom-collection', log });
  if (tracing) traceStatements(db, 'collection');
  return {
    config,
    log,
    db,
    redis,
    cache: openCache(openMemoryEntries(CACHE_MEMORY_BYTES), undefined),
    metrics,
    addGauges: measureDatabase(metrics, db),
    tracing,
    catalogue: openCatalogue(config, observeCatalogue(metrics)),
    catalogueBreaker: openBreaker(metrics),
    storage: openStorage(config),
    mailer: openMailer(config),
    credentials: createCredentialVerifier({ config, db, redis, metrics }),
    wrongCodes: openWrongCodes({ config, redis, metrics }),
    social: openSocialProviders(config.oidc),
    secretKeys: readSecretKeys(config) ?? [generateSecretKey(log)],
  };
}

export async function closeContext(context: Context): Promise<void> {
  context.storage.close();
  context.mailer.close();
  await Promise.all([closeDatabase(context.db), context.redis?.close()]);
  await context.tracing?.close();
}

function openBreaker({ registry }: CollectionMetrics): Breaker {
  const breaker = createBreaker({ failures: CATALOGUE_BREAKER_FAILURES, pauseMs: CATALOGUE_BREAKER_MS });
  createGauge(registry, {
    name: 'catalogue_breaker_open',
    help: 'Whether the circuit breaker of the catalogue is open in this process',
    read: () => Number(breaker.isOpen()),
  });
  return breaker;
}

function generateSecretKey(log: Logger): string {
  log.warn('SECRET_KEY is not set: tokens are valid in this process only, until it ends');
  return randomBytes(32).toString('base64url');
}
