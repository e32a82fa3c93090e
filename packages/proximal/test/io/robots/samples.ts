// Small robots that together use most of what the loaders read.

/** An arm on a table, with a gripper whose second finger mimics the first. */
export const ownUrdf = `<?xml version="1.0"?>
<robot name="arm">
  <material name="gray"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="table"/>
  <link name="base">
    <inertial><origin xyz="0 0 0.05"/><mass value="2"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.02"/></inertial>
    <collision><geometry><cylinder radius="0.1" length="0.1"/></geometry></collision>
  </link>
  <joint name="mount" type="fixed"><origin xyz="0 0 0.7" rpy="0 0 0.3"/><parent link="table"/><child link="base"/></joint>
  <link name="upper">
    <inertial>
      <origin xyz="0.01 0 0.2" rpy="0.1 0.2 0.3"/><mass value="1.5"/>
      <inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.021" iyz="-0.001" izz="0.004"/>
    </inertial>
    <collision name="upper_box"><origin xyz="0 0 0.2" rpy="0 0.1 0"/><geometry><box size="0.1 0.08 0.4"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.1" rpy="0.2 0 0"/><parent link="base"/><child link="upper"/><axis xyz="0 0.6 0.8"/>
    <limit lower="-2" upper="2.5" effort="40" velocity="3"/><dynamics damping="0.1" friction="0.2"/>
  </joint>
  <link name="slider">
    <inertial><mass value="0.4"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
    <collision><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <joint name="telescope" type="prismatic">
    <origin xyz="0 0 0.4"/><parent link="upper"/><child link="slider"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.3" effort="100" velocity="0.5"/>
  </joint>
  <link name="hand">
    <inertial><origin xyz="0 0 0.03"/><mass value="0.3"/><inertia ixx="0.0004" ixy="0" ixz="0" iyy="0.0004" iyz="0" izz="0.0003"/></inertial>
    <collision><geometry><capsule radius="0.02" length="0.1"/></geometry></collision>
  </link>
  <joint name="wrist" type="continuous">
    <origin xyz="0 0 0.1" rpy="0 1.2 0"/><parent link="slider"/><child link="hand"/><axis xyz="1 0 0"/>
  </joint>
  <link name="left">
    <inertial><mass value="0.05"/><inertia ixx="0.00002" ixy="0" ixz="0" iyy="0.00002" iyz="0" izz="0.00001"/></inertial>
  </link>
  <link name="right">
    <inertial><mass value="0.05"/><inertia ixx="0.00002" ixy="0" ixz="0" iyy="0.00002" iyz="0" izz="0.00001"/></inertial>
  </link>
  <joint name="finger_left" type="prismatic">
    <origin xyz="0 0.02 0.08"/><parent link="hand"/><child link="left"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/>
  </joint>
  <joint name="finger_right" type="prismatic">
    <origin xyz="0 -0.02 0.08"/><parent link="hand"/><child link="right"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/><mimic joint="finger_left" multiplier="1" offset="0"/>
  </joint>
</robot>`;

/** A free body with a ball joint, hinges and a slide, and a door on a post; classes within classes; mass from geoms. */
export const ownMjcf = `<mujoco model="creature">
  <compiler angle="degree" eulerseq="zyx"/>
  <option timestep="0.005" gravity="0.1 0 -9.7"/>
  <default>
    <joint armature="0.01"/>
    <default class="limb">
      <geom type="capsule" density="700"/>
      <joint damping="0.2" range="-90 80"/>
      <default class="foot"><geom type="sphere" size="0.03"/></default>
    </default>
    <motor ctrlrange="-5 5"/>
    <position kp="30" kv="2"/>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <body name="torso" pos="0 0 1" euler="10 20 30">
      <freejoint name="root"/>
      <geom name="chest" type="box" size="0.2 0.1 0.15" mass="4"/>
      <geom type="ellipsoid" size="0.1 0.12 0.08" pos="0 0 0.25"/>
      <site name="eye" pos="0.1 0 0.25" zaxis="1 0 0"/>
      <body name="arm" pos="0 0.15 0.1" quat="1 0.2 0 0" childclass="limb">
        <joint name="shoulder" type="ball" pos="0 0 0.02" range="0 60"/>
        <geom fromto="0 0 0 0 0.3 0.05" size="0.04"/>
        <body name="forearm" pos="0 0.3 0.05" axisangle="0 0 1 25">
          <joint name="elbow" axis="1 0 0" pos="0.01 0 0"/>
          <joint name="twist" axis="0 1 0.2" pos="0 0.05 0"/>
          <geom size="0.03 0.1" pos="0 0.1 0" euler="0 0 90"/>
          <body name="hand" pos="0 0.22 0"><geom class="foot"/></body>
        </body>
      </body>
      <body name="leg" pos="0 -0.1 -0.15" xyaxes="1 0.1 0 0 1 0" childclass="limb">
        <joint name="hip" axis="0 1 0" armature="0.02"/>
        <geom type="cylinder" size="0.05 0.15" pos="0 0 -0.15"/>
        <frame pos="0 0 -0.3" euler="0 0 15">
          <body name="shin">
            <joint name="knee" type="slide" axis="0 0 2" range="-0.1 0.2" ref="0.05"/>
            <inertial pos="0 0 -0.1" mass="0.8" fullinertia="0.01 0.012 0.003 0.001 0 0.0005"/>
            <geom class="foot" pos="0 0 -0.25"/>
          </body>
        </frame>
      </body>
    </body>
    <body name="post" pos="2 0 0">
      <geom type="box" size="0.1 0.1 0.5"/>
      <body name="door" pos="0 0.1 0.2">
        <joint name="hinge" axis="0 0 1" limited="true" range="-100 100" frictionloss="0.3"/>
        <inertial pos="0 0.3 0" mass="3" diaginertia="0.1 0.02 0.11" quat="1 0.1 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="lift" joint="hip" gear="50"/>
    <position name="bend" joint="elbow" ctrlrange="-1 1"/>
    <general name="servo" joint="hinge" gainprm="20" biastype="affine" biasprm="0 -20 -3" forcerange="-9 9"/>
  </actuator>
  <equality>
    <connect name="handle" body1="door" anchor="0 0.6 0"/>
  </equality>
</mujoco>`;
