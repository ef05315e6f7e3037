//! Every attribute of MotionSolve's language that the help and exported models show is in the reader's lists.

use carom_files::motionsolve::ELEMENTS;

/// Elements of Model with their attributes; user-written code and labels stand at almost all of them and are left out.
const LANGUAGE: &[(&str, &str)] = &[
    (
        "Body_Rigid",
        "id label cg_id im_id lprf_id isground mass inertia_xx inertia_yy inertia_zz inertia_xy inertia_yz inertia_xz
         v_ic_x v_ic_y v_ic_z v_ic_x_flag v_ic_y_flag v_ic_z_flag w_ic_x w_ic_y w_ic_z w_ic_x_flag w_ic_y_flag w_ic_z_flag
         vm_id wm_id is_wet_body cp_inp_id",
    ),
    (
        "Reference_Marker",
        "id body_id body_type rm_id node_id pos_x pos_y pos_z a00 a10 a20 a01 a11 a21 a02 a12 a22 psi theta phi yaw pitch roll e0 e1 e2 e3",
    ),
    (
        "Post_Graphic",
        "id type label color hidden refinement_level is_material_inside corner_marker_id center_marker_id length_x length_y length_z
         radius length ends_type top_radius bottom_radius",
    ),
    ("Constraint_Joint", "id label type i_marker_id j_marker_id pitch pitch_diameter is_virtual"),
    ("Constraint_Jprim", "id type i_marker_id j_marker_id is_virtual"),
    ("Constraint_Coupler", "id joint1_id freedom_1 joint2_id freedom_2 joint3_id freedom_3 coefficients"),
    ("Constraint_Gear", "id joint1_id joint2_id cv_marker_id"),
    ("Constraint_General", "id type expr"),
    ("Constraint_PTCV", "id i_marker_id j_marker_id curve_id disp_x0 disp_y0 disp_z0 vel_0"),
    ("Constraint_CVCV", "id i_marker_id i_curve_id j_marker_id j_curve_id i_disp_x0 i_vel0 j_disp_x0 j_vel0 is_no_slip"),
    ("Motion_Joint", "id joint_id joint_type motion_type val_type ic_disp ic_vel type expr"),
    ("Motion_Marker", "id i_marker_id j_marker_id direction val_type ic_disp ic_vel type expr"),
    (
        "Force_Contact",
        "id num_i_graphics i_graphics_id num_j_graphics j_graphics_id i_flexbody_id i_flip_flex j_flexbody_id j_flip_flex
         ignore_penetration_larger_than master_surface enable_node_mode enable_analytical enable_sphere_to_mesh contact_stability_2d
         cnf_type penalty restitution_coef restitution_coeff normal_trans_vel stiffness exponent damping dmax i_elastic_modulus
         j_elastic_modulus i_layer_depth j_layer_depth cnf_param_string cnf_fnc_name cnf_dll_name cff_type mu_static mu_dynamic
         stiction_trans_vel friction_trans_vel cpost_param_string cpost_fnc_name cpost_dll_name",
    ),
    ("Force_Gravity", "grav_x grav_y grav_z"),
    (
        "Force_Vector_TwoBody",
        "id type i_marker_id j_floating_marker_id ref_marker_id fx_expression fy_expression fz_expression tx_expression ty_expression tz_expression",
    ),
    (
        "Force_Vector_OneBody",
        "id type marker_id ref_marker_id fx_expression fy_expression fz_expression tx_expression ty_expression tz_expression",
    ),
    ("Force_Scalar_TwoBody", "id type i_marker_id j_marker_id val val_expression is_action_only"),
    ("Force_SpringDamper", "id type i_marker_id j_marker_id stiffness damping length preload"),
    (
        "Force_Bushing",
        "id i_marker_id j_marker_id kx ky kz ktx kty ktz cx cy cz ctx cty ctz preload_x preload_y preload_z preload_tx preload_ty preload_tz",
    ),
    ("Force_Penalty", "id label type expr penalty penalty1 unilateral smoothing_factor"),
    (
        "Force_JointFriction",
        "id joint_id mu_static mu_dynamic max_stiction_deform bristle_stiffness damping_effects viscous_effects stiction_trans_vel inactive
         effect inputs friction_arm bending_reaction_arm pin_radius ball_radius reaction_arm initial_overlap overlap_delta torque_preload
         force_preload",
    ),
    ("Reference_Variable", "id label type expr penalty penalty1"),
    ("Control_Diff", "id is_implicit ic ic_dot is_static_hold type expr"),
    (
        "Control_SISO",
        "id x_array_id y_array_id u_array_id is_static_hold num_numerator_coef numerator_coef num_denominator_coef denominator_coef",
    ),
    (
        "Control_StateEqn",
        "id type x_solver_array_id y_solver_array_id u_solver_array_id ic_solver_array_id num_state num_output is_static_hold",
    ),
    ("Reference_Array", "id type num_element"),
    ("Reference_String", "id string"),
    ("Reference_Spline", "id num_xy_pair linear_extrap file_name block_name"),
    (
        "Sensor_Event",
        "id value type expr compare error_tol evaluate_id dt stepsize zero_crossing hmax halt print restart return verbose",
    ),
    (
        "Post_Request",
        "id type i_marker_id j_marker_id ref_marker_id elem_type jflag expr1 expr2 expr3 expr4 expr5 expr6 expr7 expr8 label comment",
    ),
    (
        "Param_Simulation",
        "constr_tol implicit_diff_tol nr_converge_ratio nr_converg_ratio linsolver acusolve_cosim collision_engine",
    ),
    (
        "Param_Transient",
        "integrator_type integr_tol vel_tol_factor h_max h_min h0_max max_order dae_index dae_constr_tol dae_corrector_maxit
         dae_corrector_minit dae_vel_ctrl dae_jacob_eval dae_eval_expiry dae_jacob_init dae_interpolation dae_alg_tol_factor
         rel_abs_tol_ratio central_difference hht_alpha newmark_beta newmark_gamma",
    ),
    (
        "Param_Static",
        "method max_ke_tol max_dq_tol max_num_iter max_imbalance max_error stability compliance_delta",
    ),
    (
        "Param_Linear",
        "anim_scale eigen_analysis write_simulinkmdl write_matlabfiles write_oml write_eig_info write_mkb",
    ),
    (
        "ResOutput",
        "mrf_file abf_file plt_file abf_unique_time plt_unique_time angle_type flex_vel_acc_output contact_gra_output cof_file
         capture_max_pd req_comment_only dzero vzero azero fzero abf_yrequest_label",
    ),
    (
        "H3DOutput",
        "switch_on increment format_option stress_option strain_option start_time end_time elemforce_1d nodal_velocity nodal_acceleration
         linear_animation",
    ),
    ("Param_Unit", "mass_mult_factor force_unit mass_unit length_unit time_unit"),
    (
        "Simulate",
        "analysis_type start_time end_time duration restart_array_id num_step num_steps print_increment print_interval print_array_id",
    ),
    ("Activate", "element_type element_id"),
    ("Deactivate", "element_type element_id"),
];

#[test]
fn no_attribute_of_the_language_is_left() {
    let mut left = Vec::new();
    let mut count = 0;
    for (name, attributes) in LANGUAGE {
        let element = ELEMENTS.iter().find(|e| e.name == *name);
        let element = element.unwrap_or_else(|| panic!("{name}"));
        let known: Vec<String> = element
            .attributes
            .iter()
            .flat_map(|list| list.iter())
            .flat_map(|a| a.names())
            .map(str::to_ascii_lowercase)
            .collect();
        for attribute in attributes.split_whitespace() {
            count += 1;
            if !known.iter().any(|k| k == attribute) {
                left.push(format!("{name} {attribute}"));
            }
        }
    }
    assert_eq!(left, [""; 0]);
    assert!(count > 350, "{count}");
}
