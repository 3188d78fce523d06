import { choiceOf, environmentChoices, labelOf, type ChoiceName } from '../../../core/environment/choices'
import { SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { monthlyPriceText, priceText } from '../../components/price'
import { SubmitButton } from '../../components/submit-button'
import type { ChoiceViews } from '../../services/environments/environment-views'

interface ChoiceProps {
  name: ChoiceName
  environment: ChoiceViews
}

interface Option {
  value: string
  selected: boolean
  instancesPerHour?: number
  loadBalancersPerHour?: number
  metricsPerHour?: number
  /** What it is called, with what the instances, load balancers or metrics would cost, where that is known. */
  text: string
}

export function optionsOf({ name, environment }: ChoiceProps): Option[] {
  const { list, each } = environmentChoices[name]
  const options: (Omit<Option, 'value' | 'text'> & { [Each in typeof each]?: string })[] = environment[list]
  const present = options.find(({ selected }) => selected)?.loadBalancersPerHour ?? 0
  const savingOf = (perHour: number) =>
    perHour < present ? [`saves ${monthlyPriceText(present - perHour)}/mo`] : []
  return options.map(({ [each]: value = '', selected, instancesPerHour, ...option }) => ({
    value,
    selected,
    instancesPerHour,
    text: [
      labelOf(name, value),
      ...(instancesPerHour === undefined ? [] : [priceText(instancesPerHour)]),
      ...(option.metricsPerHour ? [`${monthlyPriceText(option.metricsPerHour)}/mo`] : []),
      ...(option.loadBalancersPerHour === undefined
        ? []
        : [`${monthlyPriceText(option.loadBalancersPerHour)}/mo`, ...savingOf(option.loadBalancersPerHour)]),
    ].join(' · '),
  }))
}

/** The value that an environment has, for those who cannot change it. */
export const selectedText = (props: ChoiceProps): string =>
  optionsOf(props)
    .filter(({ selected }) => selected)
    .map(({ text }) => text)
    .join()

/** A choice of an environment, to be changed in place, with what each value costs. */
export function ChoiceForm({ className, ...props }: ChoiceProps & { className: string }) {
  const { form, field, label, hint, submit } = choiceOf(props.name)
  const options = optionsOf(props)
  return (
    <Form name={form} className={className}>
      <SelectField
        name={field}
        label={label}
        hint={hint}
        defaultValue={options.find(({ selected }) => selected)?.value}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <SubmitButton tone="plain" pending="Saving…">
        {submit}
      </SubmitButton>
    </Form>
  )
}
