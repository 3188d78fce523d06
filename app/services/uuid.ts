export { isUuid } from '../../core/text/uuid'
