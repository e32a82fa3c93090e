// A generated quadruped of the masses and lengths of Solo-12.

const legs = ['FL', 'FR', 'HL', 'HR'];

function link(name: string, mass: number, center: readonly number[], inertia: readonly number[], shape = ''): string {
  return `<link name="${name}"><inertial><origin xyz="${center.join(' ')}"/><mass value="${mass}"/>
    <inertia ixx="${inertia[0]}" ixy="0" ixz="0" iyy="${inertia[1]}" iyz="0" izz="${inertia[2]}"/></inertial>${shape}</link>`;
}

function joint(name: string, type: string, parent: string, child: string, at: readonly number[], axis = ''): string {
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><origin xyz="${at.join(' ')}"/>${axis}</joint>`;
}

/**
 * A robot in URDF with the masses and lengths of Solo-12: 2.5 kg, four legs of three joints, two links of 0.16 m in each, and balls as feet.
 * The base has the inertia of a box; the inertias of the legs are rounded values. Only the feet collide.
 * @param footRadius in meters
 * @example
 * ```ts
 * const model = await readUrdf(quadrupedUrdf(), { root: 'free-flyer' });
 * ```
 */
export function quadrupedUrdf(footRadius = 0.0191): string {
  const parts = [link('base_link', 1.161, [0, 0, 0], [0.0053, 0.0138, 0.0181])];
  for (const leg of legs) {
    const x = leg.startsWith('F') ? 1 : -1;
    const y = leg.endsWith('L') ? 1 : -1;
    const ball = `<collision><geometry><sphere radius="${footRadius}"/></geometry></collision>`;
    parts.push(
      link(`${leg}_SHOULDER`, 0.1485, [-0.0787 * x, 0.01 * y, 0], [3e-5, 4.1e-4, 4.1e-4]),
      link(`${leg}_UPPER_LEG`, 0.1485, [0, 0.0194 * y, -0.0787], [4.1e-4, 4.1e-4, 3e-5]),
      link(`${leg}_LOWER_LEG`, 0.0307, [0, 0.0079 * y, -0.0893], [1.1e-4, 1.1e-4, 1e-6]),
      link(`${leg}_FOOT`, 0.0069, [0, 0, 0], [1e-6, 1e-6, 1e-6], ball),
      joint(
        `${leg}_HAA`,
        'continuous',
        'base_link',
        `${leg}_SHOULDER`,
        [0.1946 * x, 0.0875 * y, 0],
        '<axis xyz="1 0 0"/>',
      ),
      joint(
        `${leg}_HFE`,
        'continuous',
        `${leg}_SHOULDER`,
        `${leg}_UPPER_LEG`,
        [0, 0.014 * y, 0],
        '<axis xyz="0 1 0"/>',
      ),
      joint(
        `${leg}_KFE`,
        'continuous',
        `${leg}_UPPER_LEG`,
        `${leg}_LOWER_LEG`,
        [0, 0.0375 * y, -0.16],
        '<axis xyz="0 1 0"/>',
      ),
      joint(`${leg}_ANKLE`, 'fixed', `${leg}_LOWER_LEG`, `${leg}_FOOT`, [0, 0.008 * y, -0.16]),
    );
  }
  return `<robot name="quadruped">\n${parts.join('\n')}\n</robot>\n`;
}
