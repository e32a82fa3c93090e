/**
 * `@proximal/cluster`: jobs of many queries, simulations, plans and decompositions on many machines, with the same bits as in one process.
 * @packageDocumentation
 */
export { folderStore } from './blobs/folder.ts';
export type { BlobStore } from './blobs/store.ts';
export { Cluster, type ClusterOptions, type ClusterStatus, createCluster, type RunStatus } from './cluster.ts';
export { type Job, readJob } from './job-file.ts';
export { type ItemFailure, type Result, RunError } from './queue/ledger.ts';
export type { RunRecord } from './queue/runs.ts';
export type { Range } from './ranges.ts';
export { type Report, type RunJobOptions, runJob } from './results.ts';
export type { Run, WaitOptions } from './run.ts';
export { mergeParts, type PartReport, readShard, runShard, type Shard, type ShardOptions } from './shard.ts';
export type { Work } from './work.ts';
export { type ClusterWorker, startWorker, type WorkerOptions } from './worker.ts';
