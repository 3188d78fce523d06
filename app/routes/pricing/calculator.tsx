import { Field } from '../../components/field'
import { QueryForm } from '../../components/query-form'
import { RepeatedFields } from '../../components/repeated-fields'
import { SubmitButton } from '../../components/submit-button'
import type { FormFailure } from '../../http/forms/submitted-form'
import type { estimateCharges } from '../../services/pricing/estimate-charges'
import { CostTable } from './cost-table'

interface CalculatorProps {
  /** CPU count, memory and number of processes of each application to start from. */
  rows: string[][]
  spotDiscount: string
  loadBalancers: string
  charges: ReturnType<typeof estimateCharges> | undefined
  failure: FormFailure | undefined
}

/** Describes applications, and above them what was asked before. */
export function Calculator({ rows, spotDiscount, loadBalancers, charges, failure }: CalculatorProps) {
  return (
    <>
      {charges && (
        <div className="max-w-[44rem] space-y-3">
          <CostTable
            caption="Your estimate"
            charges={charges}
            fargatePerHour={charges.fargatePerHour}
            numLoadBalancers={charges.numLoadBalancers}
            spotDiscount={spotDiscount}
          />
          <p className="text-muted">
            An upper estimate, where processes use all that they ask for. The planner usually matches it and
            sometimes saves up to a third more.
          </p>
        </div>
      )}
      <QueryForm action="/pricing#calculator" failure={failure}>
        <RepeatedFields
          legend="Applications"
          hint="A row each. CPU and memory are those of one process; 1 MB is 1,000,000 bytes. Each estimate adds two rows."
          addLabel="Add application"
          errorField="applications"
          spareRows={2}
          hasHeadings
          columns={[
            { name: 'cpuCount', label: 'CPU count', inputMode: 'decimal', typing: 'decimal' },
            { name: 'memoryMb', label: 'Memory MB', inputMode: 'numeric', typing: 'whole' },
            { name: 'numProcesses', label: 'Processes', inputMode: 'numeric', typing: 'whole' },
          ]}
          rows={rows}
        />
        <Field
          name="spotDiscount"
          label="Spot discount in percent"
          hint="Your assumption. AWS changes Spot prices all the time, by type and zone; your AWS console shows those of today."
          inputMode="numeric"
          typing="whole"
          defaultValue={spotDiscount}
          autoComplete="off"
        />
        <Field
          name="loadBalancers"
          label="Load balancers"
          hint="One for each exposed port. Fargate needs them, too."
          inputMode="numeric"
          typing="whole"
          defaultValue={loadBalancers}
          autoComplete="off"
        />
        <SubmitButton>Estimate</SubmitButton>
      </QueryForm>
    </>
  )
}
