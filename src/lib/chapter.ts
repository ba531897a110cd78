/** The chapter as a path of pages, in reading order, with what each asks the reader to try. */

export interface Experiment {
  /** page/name: the id that the page's prediction goes by, and under which a browser remembers it */
  readonly id: string;
  readonly title: string;
  /** One of the chapter's own (必做实验) */
  readonly isRequired: boolean;
}

export interface ChapterPage {
  /** File name in src/pages, without ending */
  readonly name: string;
  /** What the page answers, as its title asks it */
  readonly question: string;
  /** Reading and trying, in minutes; the chapter takes 120 to 150 in all */
  readonly minutes: number;
  readonly experiments: readonly Experiment[];
}

function required(id: string, title: string): Experiment {
  return {id, title, isRequired: true};
}

export const chapter: readonly ChapterPage[] = [
  {
    name: "two-phases",
    question: "Why is reading fast and writing slow?",
    minutes: 20,
    experiments: [
      {id: "two-phases/h200", title: "More bandwidth, same arithmetic", isRequired: false}
    ]
  },
  {
    name: "kv-cache",
    question: "Where does the memory go?",
    minutes: 30,
    experiments: [
      {id: "kv-cache/naive", title: "Writing without a cache", isRequired: false},
      required("kv-cache/128k", "8B at 128K: the cache outgrows the weights"),
      required("kv-cache/mha", "96 heads, none shared"),
      required("kv-cache/mla", "One latent for all heads")
    ]
  },
  {
    name: "paged-attention",
    question: "Why did half the memory sit empty?",
    minutes: 20,
    experiments: [
      {
        id: "paged-attention/oracle",
        title: "Knowing every answer's length in advance",
        isRequired: false
      }
    ]
  },
  {
    name: "continuous-batching",
    question: "Why is the GPU idle while people wait?",
    minutes: 20,
    experiments: [
      {
        id: "continuous-batching/gain",
        title: "Static against continuous batches",
        isRequired: false
      }
    ]
  },
  {
    name: "unit-economics",
    question: "What will it cost a month?",
    minutes: 30,
    experiments: [
      required("unit-economics/bill", "Three tiers, one workload"),
      required("unit-economics/cache", "Cache hits from 0 to 95 %"),
      required("unit-economics/remix", "Remix explodes: 1 in 100 to 1 in 10")
    ]
  },
  {
    name: "capacity-planner",
    question: "What do I need to buy?",
    minutes: 15,
    experiments: [
      {id: "capacity-planner/card", title: "The cheapest card for a load", isRequired: false}
    ]
  },
  {
    name: "validation",
    question: "Are these numbers right?",
    minutes: 10,
    experiments: [
      {id: "validation/slip", title: "A popular mistake, and how far it leads", isRequired: false}
    ]
  }
];

/**
 * Minutes that some pages of the chapter take together.
 *
 * @example chapterMinutes([{minutes: 20}, {minutes: 30}]) // 50
 */
export function chapterMinutes(pages: readonly Pick<ChapterPage, "minutes">[]): number {
  return pages.reduce((sum, page) => sum + page.minutes, 0);
}
