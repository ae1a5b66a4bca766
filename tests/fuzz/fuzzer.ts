import { setTimeout as delay } from 'node:timers/promises';
import { createProblemFinder } from './find-problems.ts';
import type { Operation } from './operations.ts';
import type { CommonPools } from './pools.ts';
import type { FuzzRequest } from './requests.ts';
import { send, writeHead, type WireRequest, type WireResponse } from './send-request.ts';
import { DOCUMENTS, type FuzzedServices } from './services.ts';
import { rememberResponse, resolvePlaceholder, type User } from './users.ts';
import { writeRequest } from './write-request.ts';

/** The fuzzer waits this long for a response. */
const DEADLINE_MS = 30_000;
/** After a failure, the fuzzer waits this long for the log entry or the end of the service. */
const LOG_MS = 1000;
const SHOWN = 1500;

const finders = {
  catalogue: createProblemFinder(DOCUMENTS.catalogue),
  collection: createProblemFinder(DOCUMENTS.collection),
};

type Service = FuzzedServices[Operation['service']];

/** Sends requests and checks the responses. */
export interface Fuzzer {
  /** Rejects with the problems of the response. */
  perform(request: FuzzRequest): Promise<void>;
  /** By service and operation. */
  statuses: Map<string, number[]>;
}

/** Creates a fuzzer; each request names one of the users as its sender. */
export function createFuzzer(services: FuzzedServices, users: readonly User[], common: CommonPools): Fuzzer {
  const statuses: Fuzzer['statuses'] = new Map();
  let requests = 0;

  async function perform(request: FuzzRequest): Promise<void> {
    const user = users[request.user];
    if (!user) throw new Error(`there are only ${users.length} users`);
    const { id, method } = request.operation;
    const service = services[request.operation.service];
    requests += 1;
    const requestId = `fuzz-${requests}`;
    const wire = writeRequest(request, {
      port: service.port,
      apiKey: services.apiKey,
      user,
      requestId,
      resolve: (placeholder) => resolvePlaceholder(placeholder, { user, users, common }),
    });
    const response = await sendOrFail(wire, service);
    if (!response) return;
    const isOperation = wire.method === method && !request.target;
    const name = `${request.operation.service} ${isOperation ? id : '(no operation)'}`;
    statuses.set(name, [...(statuses.get(name) ?? []), response.status]);
    const problems = finders[request.operation.service](wire, response, isOperation);
    if (problems.length === 0) {
      // A different spelling of the address may also lead to the operation.
      if (wire.method === method) rememberResponse(user, request, { ...response, target: wire.target });
      return;
    }
    const body = response.body.toString().slice(0, SHOWN);
    const isOfRequest = (line: string) => line.includes(`"${requestId}"`);
    // A log entry may be written shortly after the response is sent.
    await service.waitForLine(isOfRequest, LOG_MS).catch(() => undefined);
    const log = service.lines().filter(isOfRequest);
    throw new Error(
      [`${name}: ${problems.join('; ')}`, print(wire), `${response.status} ${body}`, ...log].join('\n\n'),
    );
  }

  return { perform, statuses };
}

/** Returns undefined if there is no response because the client closed its side of the connection. */
async function sendOrFail(wire: WireRequest, service: Service): Promise<WireResponse | undefined> {
  try {
    return await send(wire, DEADLINE_MS);
  } catch (error) {
    const { message } = error as Error;
    if (wire.halfCloses && !message.startsWith('no response')) return undefined;
    const end = await Promise.race([service.ended, delay(LOG_MS)]);
    const ended =
      end && `The service has exited: ${JSON.stringify(end)}\n${service.lines().slice(-5).join('\n')}`;
    throw new Error([message, print(wire), ended].join('\n\n'), { cause: error });
  }
}

/** Returns the start of a request as it was sent. */
function print(wire: WireRequest): string {
  return `${writeHead(wire).toString().slice(0, SHOWN)}${wire.body.toString().slice(0, SHOWN)}`;
}
