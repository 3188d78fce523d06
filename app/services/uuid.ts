export { isUuid } from '../../core/uuid'
