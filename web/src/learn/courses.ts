// SPDX-License-Identifier: GPL-3.0-or-later
// All lessons, in the order of the games on the rules page.
import type { Course } from './lesson';
import { chess } from './lessons/chess';
import { fuel } from './lessons/fuel';
import { hamiltonian } from './lessons/hamiltonian';
import { hans38 } from './lessons/hans38';
import { hans38Neutral } from './lessons/hans38-neutral';
import { hans38Postal } from './lessons/hans38-postal';
import { hans38PostalPlus } from './lessons/hans38-postal-plus';
import { hnefa } from './lessons/hnefa';
import { infiniteReserves } from './lessons/infinite-reserves';
import { movingSquares } from './lessons/moving-squares';

export const courses: readonly Course[] = [
  chess,
  fuel,
  hamiltonian,
  hans38,
  hans38Neutral,
  hans38Postal,
  hans38PostalPlus,
  infiniteReserves,
  movingSquares,
  hnefa,
];
