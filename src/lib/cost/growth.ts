/** A monthly volume turned into what a team watches: users, remix rate, load, weeks. */

import type {Workload} from "./fleet.js";
import {daysPerMonth} from "./fleet.js";

/**
 * Daily users that make a month's generations at the workload's rates.
 *
 * generations / (30 · (remix + PGC)).
 *
 * @example dailyUsersAt(3000, {remixRate: 0.5, pgcRate: 0.5}) // 100
 */
export function dailyUsersAt(
  generations: number,
  {remixRate, pgcRate}: Pick<Workload, "remixRate" | "pgcRate">
): number {
  return generations / (daysPerMonth * (remixRate + pgcRate));
}

/**
 * Remix rate at which the workload's users make a month's generations; below 0 when PGC alone makes
 * more.
 *
 * generations / (30 · daily users) − PGC.
 *
 * @example remixRateAt(303000, {dailyUsers: 100000, pgcRate: 0.001}) // 0.1
 */
export function remixRateAt(
  generations: number,
  {dailyUsers, pgcRate}: Pick<Workload, "dailyUsers" | "pgcRate">
): number {
  return generations / (daysPerMonth * dailyUsers) - pgcRate;
}

/**
 * Weeks of steady growth from one rate to another; 0 when it is already there, Infinity when growth
 * never gets there.
 *
 * ln(to / from) / ln(1 + g).
 *
 * @example weeksUntil({from: 0.01, to: 0.1, weeklyGrowth: 0.1}) // 24.158858
 */
export function weeksUntil({
  from,
  to,
  weeklyGrowth
}: {
  readonly from: number;
  readonly to: number;
  readonly weeklyGrowth: number;
}): number {
  if (to <= from) return 0;
  if (weeklyGrowth <= 0) return Infinity;
  return Math.log(to / from) / Math.log1p(weeklyGrowth);
}

/**
 * The day some weeks after another, as year-month-day; null when it is endless or past the year 9999.
 *
 * @example dateAfterWeeks(0, 2) // "1970-01-15"
 */
export function dateAfterWeeks(startMilliseconds: number, weeks: number): string | null {
  const day = new Date(startMilliseconds + weeks * MILLISECONDS_PER_WEEK);
  const isShown = Number.isFinite(day.getTime()) && day.getUTCFullYear() <= 9999;
  return isShown ? day.toISOString().slice(0, 10) : null;
}

/** JavaScript dates count in milliseconds. */
const MILLISECONDS_PER_WEEK = 7 * 24 * 3600 * 1000;
