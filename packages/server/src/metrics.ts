import { createServer, type Server } from 'node:http';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { bind } from './http-server.ts';

/** The service's Prometheus metrics. */
export interface Metrics {
  registry: Registry;
  /** Counts and times every request by method, route and status. */
  countRequests: RequestHandler;
  cacheReads: Counter<'result'>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes the metrics of one service in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    registry,
    cacheReads: new Counter({
      name: 'cache_reads_total',
      help: 'Answers looked up in the cache, by result',
      labelNames: ['result'],
      registers: [registry],
    }),
    countRequests: (request, response, next) => {
      const start = process.hrtime.bigint();
      response.once('close', () => {
        const seconds = Number(process.hrtime.bigint() - start) / 1e9;
        const route = String(response.locals['route'] ?? 'unmatched');
        durations.observe({ method: request.method, route, status: response.statusCode }, seconds);
      });
      next();
    },
  };
}

/** Serves `GET /metrics` on a port of its own, if one is configured. */
export async function openMetrics(
  metrics: Metrics,
  config: { HOST: string; METRICS_PORT?: number | undefined },
): Promise<Server | undefined> {
  if (config.METRICS_PORT === undefined) return undefined;
  return serveMetrics(metrics, { host: config.HOST, port: config.METRICS_PORT });
}

async function serveMetrics(metrics: Metrics, options: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await bind(server, { ...options, portVariable: 'METRICS_PORT' });
  return server;
}
