/** Time of a page's main thread, from Chromium's own trace: waiting for a core does not count. */

interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds since the trace's own start. */
  ts: number;
  dur?: number;
  /** Microseconds on a core. */
  tdur?: number;
  args: {name?: string};
}

/** What the trace must record. */
export const categories = ["toplevel", "blink.user_timing"];

export interface Measure {
  name: string;
  /** Milliseconds that the main thread worked within the measure. */
  milliseconds: number;
}

/** The page's `performance.measure` entries, in order: beginnings and ends come in pairs. */
function measures(
  events: readonly TraceEvent[]
): {name: string; from: number; to: number; pid: number}[] {
  const timing = events.filter(({cat}) => cat.includes("blink.user_timing"));
  const ends = timing.filter(({ph}) => ph === "e").sort((a, b) => a.ts - b.ts);
  return timing
    .filter(({ph}) => ph === "b")
    .sort((a, b) => a.ts - b.ts)
    .map(({name, ts, pid}, i) => ({name, from: ts, to: ends[i]?.ts ?? ts, pid}));
}

/** Main-thread time within each measure of a trace. */
export function mainThreadTime(trace: Buffer): Measure[] {
  const {traceEvents} = JSON.parse(trace.toString()) as {traceEvents: TraceEvent[]};
  const mains = new Set(
    traceEvents
      .filter(({name, args}) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({pid, tid}) => `${pid} ${tid}`)
  );
  const tasks = traceEvents.filter(
    ({ph, name, pid, tid}) => ph === "X" && /\bRunTask$/.test(name) && mains.has(`${pid} ${tid}`)
  );
  const outer = tasks.filter(({name}) => name === tasks[0]?.name);
  return measures(traceEvents).map(({name, from, to, pid}) => {
    const own = outer.filter(
      (task) => task.pid === pid && task.ts < to && task.ts + (task.dur ?? 0) > from
    );
    const microseconds = own.reduce((sum, {tdur, dur = 0}) => sum + (tdur ?? dur), 0);
    return {name, milliseconds: microseconds / 1000};
  });
}
