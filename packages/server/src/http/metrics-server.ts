import { createServer, type Server } from 'node:http';
import type { Metrics } from '../telemetry/metrics.ts';
import { bind } from './http-server.ts';

/** Serves `GET /metrics` on a separate port, if configured. */
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
