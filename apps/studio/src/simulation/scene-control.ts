// A scene that is driven by a controller.
import type { ShapeJSON } from 'proximal';
import type { Controller } from 'proximal/control';
import type { PoseLike } from 'proximal/math';
import type { SimulatorState } from 'proximal/sim';

export interface SceneControl {
  /** A new driver for each simulator. @param command as for `setCommand`, from the first step on, without a transition */
  makeDriver(command?: readonly number[]): Driver;
  /** The measures of all drivers. */
  readonly measures: readonly Measure[];
  /** The cost after each iteration of the searches that made the controller. */
  readonly searches: readonly Search[];
  /** The name of the body that the camera follows, and that a push without a pointer acts on. */
  readonly followed?: string;
  /** Colors of bodies by their names. */
  readonly colors?: Readonly<Record<string, string>>;
  /** The direction from the scene to a camera that does not follow the bodies. */
  readonly camera?: readonly number[];
  /** The speed at which the scene is played, relative to real time. Default 1. */
  readonly pace?: number;
  /** Parts of robots that are drawn and do not collide. Limbs of links without shapes belong to the first robot. */
  readonly limbs?: readonly Limb[];
  /** The distance along y of simulations side by side, in meters. Default: they are side by side along x, by their size. */
  readonly simulatorDistance?: number;
}

/** A controller and its measurements. It may keep data between steps. Times are those of the experiment. */
export interface Driver {
  readonly control: Controller;
  /** One number for each of `SceneControl.measures`. */
  measure(state: SimulatorState, time: number): readonly number[];
  /** Takes the command of the user: numbers with the meaning that the scene gives them. */
  setCommand?(command: readonly number[]): void;
  /** Why the task has failed, as a sentence; '' if it has not failed. */
  readonly failure?: string;
}

/** A curve of a plot. */
export interface Measure {
  /** The name of the curve, and that of its column in the CSV file. */
  readonly curve: string;
  readonly column: string;
  /** The title of the plot; measures with equal titles share a plot. */
  readonly plot: string;
  readonly unit: string;
}

export interface Search {
  readonly name: string;
  readonly costs: readonly number[];
}

export interface Limb {
  readonly link: string;
  readonly shape: ShapeJSON;
  /** In the frame of the link. */
  readonly placement: PoseLike;
  readonly color: string;
}
