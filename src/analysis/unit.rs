//! The unit in which the effort of an arm is told.

use crate::lab::Arm;

/// A unit of effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffortUnit {
    /// Evolve steps.
    Generations,
    /// Genomes or neighbours priced.
    Evaluations,
    /// Values tried by a tree search.
    Nodes,
    /// CPU seconds.
    Seconds,
}

impl EffortUnit {
    /// The unit that an arm's budget counts; under a budget of seconds alone, the first one that
    /// its method counts.
    pub fn of(arm: &Arm) -> Self {
        let (budget, units) = (arm.budget, arm.solver.units());
        let capped = [
            (Self::Generations, budget.generations.is_some()),
            (Self::Evaluations, budget.evaluations.is_some()),
            (Self::Nodes, budget.nodes.is_some()),
            (Self::Generations, units.generations),
            (Self::Evaluations, units.evaluations),
        ];
        capped.iter().find(|(_, counts)| *counts).map_or(Self::Nodes, |(unit, _)| *unit)
    }

    /// The word for it in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Generations => "generations",
            Self::Evaluations => "evaluations",
            Self::Nodes => "nodes",
            Self::Seconds => "seconds",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::samples::arm;
    use crate::solver::Budget;

    #[test]
    fn the_budget_names_the_unit_and_else_the_method_does() {
        let none = Budget::default();
        for (method, budget, expected) in [
            ("baseline", Budget { generations: Some(9), ..none }, EffortUnit::Generations),
            (
                "baseline",
                Budget { evaluations: Some(9), seconds: Some(1.0), ..none },
                EffortUnit::Evaluations,
            ),
            ("baseline", Budget { seconds: Some(1.0), ..none }, EffortUnit::Generations),
            ("exact", Budget { seconds: Some(1.0), ..none }, EffortUnit::Nodes),
            ("exact", Budget { nodes: Some(9), ..none }, EffortUnit::Nodes),
        ] {
            assert_eq!(EffortUnit::of(&arm(method, &[], budget)), expected, "{method} {budget:?}");
        }
    }
}
