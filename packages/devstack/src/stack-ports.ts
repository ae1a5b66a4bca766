import { checkPort, choosePorts, parsePort, type PortRequest, type PortState } from './ports.ts';
import { needsStandInArchive, type ServiceName } from './stack-settings.ts';

export interface StackPorts {
  postgres: number;
  services: Record<ServiceName, number>;
  /** Set if the catalogue uses the stand-in. */
  archive: number | undefined;
  showcase: number;
  /** Each service's own, if METRICS_PORT is set. */
  metrics: Record<ServiceName, number> | undefined;
}

/** Chooses ports: those set by variables, else the defaults or the next free ones. */
export async function chooseStackPorts(
  env: NodeJS.ProcessEnv,
  host: string,
  note: (line: string) => void,
): Promise<StackPorts> {
  const requests = [POSTGRES, CATALOGUE, COLLECTION, SHOWCASE].map((request) => withChoice(request, env));
  const archive = needsStandInArchive(env) ? [withChoice(ARCHIVE, env)] : [];
  const all = [...requests, ...archive, ...metricsRequests(env)];
  const [postgres = 0, catalogue = 0, collection = 0, showcase = 0, ...others] = await choosePorts(
    all,
    (port, request) => checkAddress(port, request.variable === POSTGRES.variable ? '127.0.0.1' : host),
    note,
  );
  const [catalogueMetrics, collectionMetrics] = others.slice(archive.length);
  return {
    postgres,
    services: { catalogue, collection },
    showcase,
    archive: archive.length > 0 ? others[0] : undefined,
    metrics:
      catalogueMetrics === undefined || collectionMetrics === undefined
        ? undefined
        : { catalogue: catalogueMetrics, collection: collectionMetrics },
  };
}

type Default = Omit<PortRequest, 'chosen'>;

const POSTGRES: Default = { for: 'PostgreSQL', variable: 'POSTGRES_PORT', defaultPort: 54_320 };
const CATALOGUE: Default = { for: 'the catalogue', variable: 'CATALOGUE_PORT', defaultPort: 4000 };
const COLLECTION: Default = { for: 'the collection', variable: 'COLLECTION_PORT', defaultPort: 4001 };
const ARCHIVE: Default = { for: 'the stand-in archive', variable: 'ARCHIVE_PORT', defaultPort: 4002 };
const SHOWCASE: Default = { for: 'the showcase', variable: 'SHOWCASE_PORT', defaultPort: 4003 };

/** People use `localhost`, which is `::1` first: a server of somebody else's there would hide ours. */
async function checkAddress(port: number, host: string): Promise<PortState> {
  const state = await checkPort(port, host);
  if (state !== 'free' || host !== '127.0.0.1') return state;
  // Machines without IPv6 have no such address.
  return checkPort(port, '::1').catch(() => 'free');
}

function withChoice(request: Default, env: NodeJS.ProcessEnv): PortRequest {
  return { ...request, chosen: env[request.variable] };
}

/** Services cannot share a port: METRICS_PORT is the first one. */
function metricsRequests({ METRICS_PORT: chosen }: NodeJS.ProcessEnv): PortRequest[] {
  if (!chosen) return [];
  const variable = 'METRICS_PORT';
  const first = parsePort(variable, chosen);
  return [
    { for: 'the catalogue’s /metrics', variable, defaultPort: first, chosen: undefined },
    {
      for: 'the collection’s /metrics',
      variable,
      defaultPort: Math.min(first + 1, 65_535),
      chosen: undefined,
    },
  ];
}
