import type { MachineImage } from '../../controller/cloud/cloud'
import { newId } from '../ids'
import type { World } from '../world'

const first: MachineImage = { id: 'ami-0000000000000000a', publishedEpoch: 0 }

export const currentImage = ({ state }: World): MachineImage => state.machineImage ?? first

/** From now on instances are launched from another image. Answers which. */
export function publishImage(world: World): MachineImage {
  const image = { id: newId('ami', world.random), publishedEpoch: world.clock.now() }
  world.state.machineImage = image
  return image
}
