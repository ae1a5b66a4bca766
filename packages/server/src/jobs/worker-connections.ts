/** The connections that a worker opens besides the pool: one for the queue, one to listen for jobs. */
export const WORKER_CONNECTIONS = 2;
