/** The connections that a worker opens beside the pool: one works the queue, and one hears of jobs. */
export const WORKER_CONNECTIONS = 2;
